import type { Log } from '@oficina/kit/log.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'
import type { MailAttachment } from '@oficina/mail/mail-transport.ts'

import { ApiError } from '../../errors.ts'
import type { OutboxMail } from '../../store/outbox-store.ts'
import { empresaId } from '../../store/tenant-database.ts'
import type { FormSource, FormTools } from '../forms/form.ts'
import { loadForm, renderForm } from '../forms/render-form.ts'
import type { MailRow } from './sender.ts'

/** What goes with a mail, and what it says. */
export interface Enclosed {
  readonly files: readonly MailAttachment[]
  /** Whom it goes to and its words, where they follow when it is sent; null: it goes to nobody. */
  readonly contents?: Pick<OutboxMail, 'para' | 'asunto' | 'texto'> | null
  /** Why whoever it was for did not get it. */
  readonly refusal?: string
}

/** What goes with a mail, or why it should be waited for. */
export type Enclose = (row: MailRow) => Promise<Result<Enclosed, string>>

// With the waits of the outbox about a quarter of an hour: then the mail matters more than its form.
const MAX_TRIES = 6
const MAX_FORMS = 10

/**
 * The forms that go with a mail, made when it is sent. While documents does not answer the mail waits, up to a quarter
 * of an hour; then it goes without, as it does at once for a form that cannot be made. A CFDI goes with its form or
 * alone.
 * @source docs/decisions/0254-erp-joined-services.md
 */
export function mailEnclosures(tools: FormTools, log: Log): Enclose {
  return async (row) => {
    const enclosures: MailAttachment[] = []
    for (const subject of (row.contenido.formas ?? []).slice(0, MAX_FORMS)) {
      const source = { tools, empresa: empresaId(row.empresa_id), subject }
      const made = await enclosuresOf(source, row)
      if (!made.ok) return made
      enclosures.push(...made.value.files)
      if (made.value.reason !== undefined) {
        const { reason } = made.value
        log.warn({ salida: row.id, ...subject, reason }, 'a mail goes without a form')
      }
    }
    return ok({ files: enclosures })
  }
}

interface Made {
  readonly files: readonly MailAttachment[]
  /** Why a file is missing. */
  readonly reason?: string
}

async function enclosuresOf(source: FormSource, row: MailRow): Promise<Result<Made, string>> {
  const files: MailAttachment[] = []
  try {
    const content = await loadForm(source)
    const { nombre, xml } = content
    if (xml !== null) files.push({ name: `${nombre}.xml`, type: 'application/xml', content: xml })
    if (source.tools.joined.documents === undefined) return ok({ files })
    // The log, which is English, says why a form is missing.
    const waiting = { signal: new AbortController().signal, language: 'en' } as const
    const pdf = await renderForm(source, content, waiting)
    return ok({
      files: [{ name: `${nombre}.pdf`, type: 'application/pdf', content: pdf }, ...files],
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [problem] = error.errors
    if (problem !== undefined && mayPass(problem.code) && row.intentos + 1 < MAX_TRIES)
      return fail(error.message)
    return ok({ files, reason: error.message })
  }
}

/** Whether it may be different soon: documents may come back, and an operator may mend its key. */
function mayPass(code: string): boolean {
  return code === 'UNAVAILABLE' || code === 'CONFIGURATION_INCOMPLETE'
}
