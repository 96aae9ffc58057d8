# Released daemons: `make daemon VERSION=0.10.0` builds one, `make live` compares with all of them.

VERSION ?=

.PHONY: daemon live

daemon: ## Build a released ai-memory daemon with cargo, once, into the cache folder (VERSION=0.10.0)
	@.ci/daemon $(VERSION)

live: $(STAMP) ## Compare with every released daemon that is built here (VERSION=0.10.0: with this one)
	@AI_MEMORY_SPEC=$(BIN)/ai-memory-spec .ci/live $(VERSION)
