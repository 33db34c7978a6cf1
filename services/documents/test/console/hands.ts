import type { TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

type Place = ReturnType<TestPage['page']['locator']>

export interface Dropped {
  readonly name: string
  readonly bytes: Buffer
}

/** Drops files on a place of the page as a person does: once it shows, by taking what is held over it, that it is one. */
export async function drop(place: Place, files: readonly Dropped[]): Promise<void> {
  const given = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  await eventually('the place takes files', () => place.evaluate(putOn, given))
}

interface Given {
  readonly name: string
  readonly base64: string
}

/** @returns whether the place takes files */
function putOn(element: Element, given: readonly Given[]): boolean {
  const dataTransfer = new DataTransfer()
  for (const { name, base64 } of given) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    dataTransfer.items.add(new File([bytes], name))
  }
  const how = { dataTransfer, bubbles: true, cancelable: true }
  const isIgnored = element.dispatchEvent(new DragEvent('dragover', how))
  if (!isIgnored) element.dispatchEvent(new DragEvent('drop', how))
  return !isIgnored
}

/** Pastes a text into a field, as the browser does. */
export async function paste(field: Place, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}
