import { rmSync } from 'node:fs'

import { killGroup } from './process-group.ts'

export interface LiveOffice {
  readonly groupId: number
  readonly folder: string
  /** The pipes that it listens on, as far as known. */
  readonly sockets: readonly string[]
}

/**
 * The process groups that this process must kill before it exits. They are detached, so that a time-out can kill a
 * whole group; without this list, a hurried exit (a second Ctrl-C, an uncaught error) would leave them running.
 */
export class LiveOffices {
  readonly #offices = new Map<number, LiveOffice>()
  readonly #onExit = () => {
    for (const { groupId, folder, sockets } of this.#offices.values()) {
      killGroup(groupId)
      for (const path of [folder, ...sockets]) removeNow(path)
    }
  }

  constructor() {
    process.on('exit', this.#onExit)
  }

  set(office: LiveOffice): void {
    this.#offices.set(office.groupId, office)
  }

  delete(groupId: number): void {
    this.#offices.delete(groupId)
  }

  groupIds(): readonly number[] {
    return [...this.#offices.keys()]
  }

  /** Stops watching for this process's exit; call it when no group is left. */
  close(): void {
    process.off('exit', this.#onExit)
  }
}

function removeNow(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The dying office was still writing there; the service's next start removes the rest.
  }
}
