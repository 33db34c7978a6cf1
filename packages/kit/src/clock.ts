/** The present instant in milliseconds since 1970, UTC. `main.ts` passes `Date.now`; tests pass a fake clock. */
export type Clock = () => number
