/** Every text of the pages; no sentence is put together from pieces. */
export interface Texts {
  readonly lang: string
  readonly email: string
  readonly fullName: string
  readonly password: string
  readonly newPassword: string
  readonly passwordHint: string
  readonly goOn: string
  readonly signUp: {
    readonly title: (realm: string) => string
    readonly explanation: string
    readonly closedTitle: string
    readonly closed: (realm: string) => string
    readonly invitedTitle: (realm: string) => string
    readonly invitedBy: (name: string, realm: string) => string
  }
  readonly account: {
    readonly title: (realm: string) => string
    readonly button: string
    readonly doneTitle: (realm: string) => string
    readonly done: string
  }
  readonly mailSent: { readonly title: string; readonly text: (email: string) => string }
  readonly deadLink: { readonly title: string; readonly text: string }
  readonly reset: {
    readonly title: string
    readonly explanation: string
    readonly button: string
    readonly mailText: (email: string) => string
    readonly newTitle: string
    readonly newButton: string
    readonly doneTitle: string
    readonly done: string
  }
  readonly address: {
    readonly title: string
    readonly explanation: (email: string) => string
    readonly button: string
    readonly doneTitle: string
    readonly done: (email: string) => string
  }
  readonly signIn: {
    readonly title: (realm: string) => string
    readonly with: (provider: string) => string
    readonly here: string
    readonly apps: string
    readonly forgotten: string
    readonly signUp: string
    readonly doneTitle: (name: string) => string
    readonly file: string
    readonly keep: string
  }
  readonly call: {
    readonly title: (meeting: string) => string
    readonly explanation: string
    readonly voiceOnly: string
    readonly name: string
    readonly nameHint: string
    readonly button: string
  }
  readonly failed: {
    readonly title: string
    readonly text: string
    readonly busy: string
    readonly deactivated: string
  }
  /** What the service answers to a form, by its text in the API; others are shown as they are. */
  readonly problems: Readonly<Record<string, string>>
}
