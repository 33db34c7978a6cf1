/** What a mail says; its text is plain. */
export interface MailContent {
  readonly subject: string
  readonly text: string
}

export interface Mail extends MailContent {
  /** One address. */
  readonly to: string
}

/** A mail ready to leave. */
export interface OutgoingMail extends Mail {
  readonly createdAt: Date
  /** By which a mail program recognizes a mail that is sent twice. */
  readonly messageId: string
  /** The name of its file, where mails become files. */
  readonly fileName: string
}

/** Sends a mail, or throws why it could not. */
export type MailTransport = (mail: OutgoingMail) => Promise<void>
