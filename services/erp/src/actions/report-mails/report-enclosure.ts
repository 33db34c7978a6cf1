import type { Database } from '@oficina/kit/database.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { ApiError } from '../../errors.ts'
import { Message } from '../../messages/message.ts'
import {
  RECEIVER_GONE,
  RECEIVER_LEFT,
  RECEIVER_MAY_NOT,
  REPORT_GONE,
  SENDING_GONE,
} from '../../messages/report-mails.ts'
import type { Speech } from '../../messages/speech.ts'
import { findLetterhead } from '../../store/form-store.ts'
import type { OutboxReport } from '../../store/outbox-store.ts'
import {
  findReportMail,
  findReportPeople,
  type ReportMailRow,
  type ReportPersonRow,
} from '../../store/report-mail-store.ts'
import { empresaId, writeAs, type EmpresaId } from '../../store/tenant-database.ts'
import type { Enclosed } from '../outbox/mail-enclosures.ts'
import { notSentMail, reportMail } from './report-mail-words.ts'
import { mayPass, type ReportMaker } from './report-maker.ts'

interface ReportMailTools {
  readonly database: Database
  readonly reports: ReportMaker
  /** Where people open this service, where that is known. */
  readonly publicUrl: string | undefined
}

/** What a mail with a report rests on, as it is when the mail is sent. */
interface Known {
  readonly empresa: EmpresaId
  readonly sending: ReportMailRow
  readonly company: string
  readonly owner: ReportPersonRow | undefined
  readonly receiver: ReportPersonRow | undefined
}

/**
 * The mail of a report, made when it is sent: with the receiver’s rights of then, in his language. Where he may not see
 * it, or cannot be reached, its owner is told so in its place; undefined: there is nobody left to tell. What may pass is
 * a failure, after which the outbox tries again.
 * @source docs/decisions/0285-erp-reports-as-files.md
 */
export async function reportEnclosure(
  tools: ReportMailTools,
  { empresa_id: company, reporte }: { readonly empresa_id: string; readonly reporte: OutboxReport },
): Promise<Result<Enclosed, string>> {
  const empresa = empresaId(company)
  const known = await knownOf(tools.database, empresa, reporte)
  if (known === undefined) return ok(dropped(SENDING_GONE()))
  const { receiver, sending } = known
  if (tools.reports.labelOf(sending.reporte) === undefined) {
    return ok(await tellOwner(tools, known, REPORT_GONE()))
  }
  if (!sending.destinatarios.includes(reporte.usuario)) return ok(dropped(RECEIVER_LEFT()))
  if (receiver === undefined || !receiver.activo || receiver.correo === null) {
    return ok(await tellOwner(tools, known, RECEIVER_GONE()))
  }
  try {
    return ok(await made(tools, known, { ...receiver, correo: receiver.correo }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [problem] = error.errors
    if (problem === undefined || mayPass(problem)) return fail(error.message)
    // What was refused speaks to whoever asked, who is not the one that reads it.
    const reason = problem.code === 'FORBIDDEN' ? RECEIVER_MAY_NOT() : reasonOf(error)
    return ok(await tellOwner(tools, known, reason))
  }
}

/** The mail to its receiver. @throws ApiError when the report refuses him, or cannot be made now */
async function made(
  tools: ReportMailTools,
  { company, empresa, owner, sending }: Known,
  receiver: ReportPersonRow & { readonly correo: string },
): Promise<Enclosed> {
  const caller = await tools.reports.callerFor(empresa, receiver)
  const { language } = tools.reports.speechIn(caller.language ?? 'es')
  const file = await tools.reports.make(caller, sending)
  const report = tools.reports.labelOf(sending.reporte)?.[language] ?? sending.reporte
  const told = {
    name: sending.nombre,
    report,
    owner: owner?.nombre ?? company,
    company,
    leaveUrl: leaveUrl(tools.publicUrl, sending.id),
  }
  return {
    files: [file],
    contents: { para: [receiver.correo], ...reportMail(language, told) },
  }
}

/** The page of what is sent, which asks whether he wants it no longer. */
function leaveUrl(publicUrl: string | undefined, sending: string): string | undefined {
  if (publicUrl === undefined) return undefined
  return `${publicUrl.replace(/\/+$/, '')}/console/reports/sent?baja=${sending}`
}

async function knownOf(
  database: Database,
  empresa: EmpresaId,
  { envio, usuario }: OutboxReport,
): Promise<Known | undefined> {
  return await writeAs(database, empresa, async (tx) => {
    const sending = await findReportMail(tx, empresa, envio)
    if (sending === undefined) return undefined
    const people = await findReportPeople(tx, empresa, [usuario, sending.dueno])
    const { razon_social: company } = await findLetterhead(tx, empresa)
    return {
      empresa,
      sending,
      company,
      owner: people.get(sending.dueno),
      receiver: people.get(usuario),
    }
  })
}

/** All that was refused, as one sentence after the other. */
function reasonOf({ errors }: ApiError): Message {
  return new Message((say) =>
    errors.map(({ message }) => (message instanceof Message ? message.in(say) : message)).join(' '),
  )
}

/** The mail that says to the owner why another was not sent. */
async function tellOwner(
  tools: ReportMailTools,
  { empresa, owner, receiver, sending }: Known,
  reason: Message,
): Promise<Enclosed> {
  if (owner === undefined || !owner.activo || owner.correo === null) return dropped(reason)
  const { language } = await tools.reports.callerFor(empresa, owner)
  const say: Speech = tools.reports.speechIn(language ?? 'es')
  const told = { name: sending.nombre, receiver: receiver?.nombre ?? '—', reason }
  return {
    files: [],
    contents: {
      para: [owner.correo],
      ...notSentMail(say, told),
    },
    // The owner reads it beside his sending.
    refusal: reason.in(say),
  }
}

function dropped(reason: Message): Enclosed {
  return { files: [], contents: null, refusal: String(reason) }
}
