import type { MailTransport } from '@oficina/mail/mail-transport.ts'

import type { MailSender } from './sender.ts'

/** Sends mails of the outbox; the id in the outbox is by what a mail program recognizes one that is sent twice. */
export function mailSender(transport: MailTransport): MailSender {
  return async ({ id, empresa_id: company, contenido, creada_en: createdAt }, attachments = []) => {
    await transport({
      to: contenido.para,
      subject: contenido.asunto,
      text: contenido.texto,
      createdAt,
      messageId: `<salida-${company}-${id}@oficina>`,
      fileName: `${company}-${id.padStart(8, '0')}.eml`,
      attachments,
    })
  }
}
