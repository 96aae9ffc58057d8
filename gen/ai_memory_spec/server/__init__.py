"""The reference server: the contract over MCP on stdin and stdout, and no memory store.

It serves what the two canonical sentences promise. Where the released daemons do less, it does
more, and its `instructions` say so:

- `memory_load_family` and `memory_smart_load` load tools into the running session;
- a call to a tool that is not loaded is always told which `--profile` loads it;
- the allowlist binds calls, not only what the document says about them.

Nothing is imported here, so that each of the two commands starts with what it needs:
`ai_memory_spec.server.launch` is behind `ai-memory-spec mcp`, `ai_memory_spec.server.ai_memory`
behind the console script `ai-memory`. Only commands import this package; whatever compares
output with a server's knows the server over the wire.
"""
