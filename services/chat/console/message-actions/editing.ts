import { signal } from '@preact/signals'

/** The message whose text is being changed in its place; undefined: none. */
export const editedMessageId = signal<number | undefined>(undefined)

/** Texts that were changed and are not saved: kept where the row goes out of sight. */
export const editTexts = new Map<number, string>()

// More at a time nobody changes.
const MAX_KEPT = 20

export function keepEditText(id: number, text: string): void {
  editTexts.delete(id)
  editTexts.set(id, text)
  const [oldest] = editTexts.keys()
  if (editTexts.size > MAX_KEPT && oldest !== undefined) editTexts.delete(oldest)
}

export function editMessage(id: number): void {
  editedMessageId.value = id
}
