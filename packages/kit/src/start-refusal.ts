/**
 * Why a service does not start although nothing failed: its data ask for a person's decision first. It is told without a
 * stack, and by an exit code of its own, so that the other services of a launcher go on.
 */
export class StartRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartRefusal'
  }
}

/** The exit code of a process whose service refused to start: that of a configuration error in sysexits.h. */
export const REFUSED_EXIT_CODE = 78
