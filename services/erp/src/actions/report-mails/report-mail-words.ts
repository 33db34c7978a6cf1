import type { Language } from '@oficina/words/language.ts'

import type { Message } from '../../messages/message.ts'
import type { Speech } from '../../messages/speech.ts'
import type { OutboxMail } from '../../store/outbox-store.ts'

type MailWords = Pick<OutboxMail, 'asunto' | 'texto'>

/** The mail that a report goes with. */
export function reportMail(
  language: Language,
  told: {
    readonly name: string
    readonly report: string
    readonly owner: string
    readonly company: string
    /** Where he takes himself off; undefined: this service knows no address of its own. */
    readonly leaveUrl: string | undefined
  },
): MailWords {
  const { name, report, owner, company, leaveUrl } = told
  switch (language) {
    case 'es':
      return {
        asunto: `Reporte: ${name}`,
        texto: `Va adjunto «${name}» (${report}) de ${company}.\n\nTe lo envía ${owner}. ${leavingEs(leaveUrl)}\n`,
      }
    case 'en':
      return {
        asunto: `Report: ${name}`,
        texto: `Enclosed is “${name}” (${report}) of ${company}.\n\n${owner} has it sent to you. ${leavingEn(leaveUrl)}\n`,
      }
  }
}

function leavingEs(url: string | undefined): string {
  return `Si ya no lo quieres recibir: ${url ?? 'Reportes, Envíos por correo, Dejar de recibir.'}`
}

function leavingEn(url: string | undefined): string {
  return `If you want it no longer: ${url ?? 'Reports, Sent by mail, Stop receiving.'}`
}

/** The mail that tells its owner why somebody did not get a report. */
export function notSentMail(
  say: Speech,
  told: { readonly name: string; readonly receiver: string; readonly reason: Message },
): MailWords {
  const { name, receiver } = told
  const reason = told.reason.in(say).replace(/\.$/, '')
  switch (say.language) {
    case 'es':
      return {
        asunto: `Reporte no enviado: ${name}`,
        texto: `«${name}» no se envió a ${receiver}: ${reason}.\n\nCambia el envío en Reportes, Envíos por correo, o elimínalo.\n`,
      }
    case 'en':
      return {
        asunto: `Report not sent: ${name}`,
        texto: `“${name}” was not sent to ${receiver}: ${reason}.\n\nChange the sending under Reports, Sent by mail, or delete it.\n`,
      }
  }
}
