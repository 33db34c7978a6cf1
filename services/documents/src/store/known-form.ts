import { StartRefusal } from '@oficina/kit/start-refusal.ts'

const KNOWN = '1'

/**
 * Leaves templates alone whose form a newer version has changed: read in the old way they could show less than is there.
 * @param form what `.form` beside them says; without it they have the first form
 * @param place where they are, for the operator
 * @throws StartRefusal with what to do
 * @source docs/decisions/0101-template-storage.md
 */
export function assertKnownForm(form: Buffer | undefined, place: string): void {
  const name = form?.toString('utf8').trim()
  if (name === undefined || name === KNOWN) return
  throw new StartRefusal(
    `the templates in ${place} have the form ${JSON.stringify(name.slice(0, 20))} of a newer version of documents, and ` +
      `this one knows the form ${KNOWN} only, so nothing was changed. Start the newer version again, or this one on a ` +
      'backup from before the update.',
  )
}
