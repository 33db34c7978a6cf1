/** Something of the cluster that runs, can die, and can be started again as it was. */
export interface Part {
  readonly name: string
  /** Resolves when it answers. @throws Error when it does not within its time, with the end of its log */
  start(): Promise<void>
  /** Ends it and everything it started with SIGKILL, as a machine that loses power; nothing is finished. */
  kill(): Promise<void>
  /** SIGTERM, as an orderly stop; SIGKILL when that takes too long. */
  stop(): Promise<void>
  /** `stop` for good: whoever was about to start it again gets an error. */
  retire(): Promise<void>
  /** Processor time of it and all it started, in milliseconds; 0 when it does not run. */
  processorMs(): number
}
