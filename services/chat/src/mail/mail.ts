/** What a mail says; its text is plain. */
export interface MailContent {
  readonly subject: string
  readonly text: string
}

export interface Mail extends MailContent {
  /** One address. */
  readonly to: string
}
