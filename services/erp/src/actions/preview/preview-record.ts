import { ApiError, ERRORS, type ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { demand } from '../../identity/rights.ts'
import { parseExactJson, printExactJson } from '../../query/json-number.ts'
import type { JsonObject } from '../../query/write-plan.ts'
import { readAs, writeAs } from '../../store/tenant-database.ts'
import { decimalsOfDocuments } from '../documents/currency-decimals.ts'
import { fillPricesOf, fillTaxesOf } from '../documents/new-document.ts'
import { readAnswer } from '../read-written-record.ts'
import { momentOf, refuseOperation, type WriteTools } from '../write-tools.ts'
import { completeDraft, draftDocument } from './draft-document.ts'
import { draftJson } from './draft-json.ts'
import { fillDraft, type FilledDraft } from './fill-draft.ts'
import { orderedLines, withoutStandIns } from './shown-preview.ts'
import { tryWrite, type PreviewRequest } from './tried-write.ts'
import { wordsToIds } from './words-to-ids.ts'

/** What a record would be, and what keeps it from being so. */
export interface Preview {
  readonly json: string
  readonly warnings: readonly ErrorEntry[]
  /** Why a write would be refused; none: it would be done. */
  readonly problems: readonly ErrorEntry[]
  /** What a person would choose for references that are still open; of a new record only. */
  readonly proposals: FilledDraft['proposals']
  /** What was filled in, by place, and where it is from. */
  readonly filled: FilledDraft['filled']
  /** How a new record will be numbered. */
  readonly expected: FilledDraft['expected']
}

/**
 * What a create or a change would store, computed as that itself does it; nothing is stored. What cannot be stored yet is
 * computed as far as it goes, with every reason.
 * @throws ApiError FORBIDDEN, NOT_FOUND, STALE_VERSION
 * @source docs/decisions/0262-erp-preview.md
 */
export async function previewRecord(
  tools: WriteTools,
  caller: Caller,
  request: PreviewRequest & { readonly fill: boolean },
): Promise<Preview> {
  const { model, id } = request
  demand(caller.rights, model, id === null ? 'crear' : 'modificar')
  refuseOperation(model, id === null ? 'create' : 'update')
  const { body, problems } = await wordsToIds(tools, caller, request)
  const { body: filledBody, ...told } = await guessOf(tools, caller, { ...request, body })
  const read = { ...request, body: filledBody }
  try {
    const { json, warnings, standIns } = await tryWrite(tools, caller, read)
    const ordered = orderedLines(objectOf(json), { model, body: read.body, ids: standIns.ids })
    const shown = withoutStandIns(ordered, standIns)
    return { json: printExactJson(shown), warnings, problems, ...told }
  } catch (error) {
    if (!(error instanceof ApiError) || !isAboutContent(error)) throw error
    const all = [...problems, ...error.errors]
    return { json: await draft(tools, caller, read), warnings: [], problems: all, ...told }
  }
}

/** What follows from a body: filled in where that is asked for, else only proposed for a new record. */
async function guessOf(
  tools: WriteTools,
  caller: Caller,
  request: Parameters<typeof previewRecord>[2],
): Promise<FilledDraft> {
  const { id, body, fill } = request
  if (fill) return { ...(await fillDraft(tools, caller, request)), proposals: {} }
  if (id !== null) return { ...NOTHING_FILLED, body }
  const { proposals } = await fillDraft(tools, caller, request)
  return { ...NOTHING_FILLED, body, proposals }
}

const NOTHING_FILLED: FilledDraft = { body: {}, filled: {}, proposals: {}, expected: {} }

function objectOf(json: string): JsonObject {
  // The database made it: one object.
  return parseExactJson(json) as JsonObject
}

/** Whether the request itself was in order, and only what it says cannot be stored. */
function isAboutContent({ errors }: ApiError): boolean {
  return errors.every(({ code }) => {
    const { status } = ERRORS[code]
    return status === 422 || status === 409
  })
}

async function draft(tools: WriteTools, caller: Caller, request: PreviewRequest): Promise<string> {
  const { model, id } = request
  const { empresa } = caller
  const view = tools.views.of(caller.rights)
  const seen = view.modelFor(model, id === null ? 'crear' : 'modificar')
  const moment = momentOf(tools.now())
  const stored =
    id === null
      ? null
      : await writeAs(tools.database, empresa, (tx) =>
          readAnswer(tools, tx, { caller, model, id, withLines: true }),
        )
  const document = draftDocument(
    { registry: view.reachable, moment },
    { model: seen, id, body: request.body },
    stored === null ? null : objectOf(stored.json),
  )
  const by = {
    caller,
    moment,
    read: <Row>(statement: Parameters<typeof readAs>[2]) =>
      readAs<Row>(tools.database, empresa, statement),
  }
  await ignoringProblems(fillPricesOf(tools, document, by))
  await fillTaxesOf(tools, document, by)
  const reading = { registry: tools.registry, empresa, read: by.read }
  const [decimals] = await decimalsOfDocuments(reading, [document])
  completeDraft(document, decimals)
  return await writeAs(tools.database, empresa, (tx) =>
    draftJson(tx, { registry: view.registry, empresa }, document),
  )
}

/** A line without a price is one of the reasons that were found already. */
async function ignoringProblems(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
