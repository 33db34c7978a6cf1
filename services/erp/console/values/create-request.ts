import { signal } from '@preact/signals'

/** Somebody wants a record that is not there yet, and waits for it. */
export interface CreateRequest {
  readonly model: string
  /** What was typed when nothing fitted. */
  readonly typed: string
  /** Given what was made, or undefined when nothing was. */
  readonly answer: (made: CreatedReference | undefined) => void
}

export interface CreatedReference {
  readonly id: number
  readonly text: string
  readonly record: Readonly<Record<string, unknown>>
}

/** The records that are being made, the innermost last: a form in a dialog may want another. */
export const createRequests = signal<readonly CreateRequest[]>([])

/**
 * Whether the person may make a record of a model here: said by the page that can show its form; where none does, pickers
 * offer nothing to create.
 */
export const mayCreate = signal<((model: string) => boolean) | undefined>(undefined)

/** Opens the model's own form over the page, and answers what was made with it. */
export function createReference(
  model: string,
  typed: string,
): Promise<CreatedReference | undefined> {
  return new Promise((resolve) => {
    const request: CreateRequest = {
      model,
      typed,
      answer: (made) => {
        createRequests.value = createRequests.peek().filter((one) => one !== request)
        resolve(made)
      },
    }
    createRequests.value = [...createRequests.peek(), request]
  })
}
