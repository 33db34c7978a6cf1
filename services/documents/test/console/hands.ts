import type { TestPage } from '@oficina/testkit/browser.ts'

type Place = ReturnType<TestPage['page']['locator']>

export interface Dropped {
  readonly name: string
  readonly bytes: Buffer
}

/** Drops files on a place of the page as a person does. */
export async function drop(place: Place, files: readonly Dropped[]): Promise<void> {
  const given = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  await place.evaluate((element, sent) => {
    const dataTransfer = new DataTransfer()
    for (const { name, base64 } of sent) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name))
    }
    const how = { dataTransfer, bubbles: true, cancelable: true }
    for (const type of ['dragover', 'drop']) element.dispatchEvent(new DragEvent(type, how))
  }, given)
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
