import { signal } from '@preact/signals'

interface WantedAction {
  readonly model: string
  readonly name: string
}

/** An action without records that somebody chose elsewhere; the list of its model begins it and forgets it. */
export const wantedAction = signal<WantedAction | undefined>(undefined)
