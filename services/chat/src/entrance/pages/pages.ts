import { html, type Html } from './html.ts'
import { fieldHtml, formHtml, ok, problemHtml, type Brand, type Page } from './layout.ts'
import type { Texts } from './texts.ts'

/** What a form had when it was sent and refused. */
export interface Sent {
  readonly problem?: string | undefined
  readonly email?: string | undefined
  readonly fullName?: string | undefined
}

const MAX_EMAIL = 254
const MAX_NAME = 100
const MAX_PASSWORD = 100

function emailField(texts: Texts, { email, problem }: Sent) {
  return fieldHtml({
    name: 'email',
    label: texts.email,
    type: 'email',
    autocomplete: 'email',
    value: email,
    maxLength: MAX_EMAIL,
    isWrong: problem !== undefined,
  })
}

export function signUpPage(texts: Texts, realm: string, sent: Sent): Page {
  return ok(
    texts.signUp.title(realm),
    html`${problemHtml(sent.problem)}
      <p>${texts.signUp.explanation}</p>
      ${formHtml([emailField(texts, sent)], texts.goOn)}`,
  )
}

export function closedPage(texts: Texts, realm: string): Page {
  const { closedTitle, closed } = texts.signUp
  return { status: 403, title: closedTitle, content: html`<p>${closed(realm)}</p>` }
}

export function joinPage(
  texts: Texts,
  { realm, inviter }: { readonly realm: string; readonly inviter: string },
  sent: Sent,
): Page {
  return ok(
    texts.signUp.invitedTitle(realm),
    html`${problemHtml(sent.problem)}
      <p>${texts.signUp.invitedBy(inviter, realm)}</p>
      <p>${texts.signUp.explanation}</p>
      ${formHtml([emailField(texts, sent)], texts.goOn)}`,
  )
}

export function mailSentPage(texts: Texts, email: string): Page {
  return ok(texts.mailSent.title, html`<p role="status">${texts.mailSent.text(email)}</p>`)
}

export function deadLinkPage({ deadLink }: Texts): Page {
  return { status: 404, title: deadLink.title, content: html`<p>${deadLink.text}</p>` }
}

export function accountPage(
  texts: Texts,
  { realm, email }: { readonly realm: string; readonly email: string },
  sent: Sent,
): Page {
  const address = fieldHtml({
    name: 'email',
    label: texts.email,
    type: 'email',
    autocomplete: 'username',
    value: email,
    maxLength: MAX_EMAIL,
    isFixed: true,
  })
  const name = fieldHtml({
    name: 'full_name',
    label: texts.fullName,
    type: 'text',
    autocomplete: 'name',
    value: sent.fullName,
    maxLength: MAX_NAME,
    isWrong: sent.problem !== undefined,
  })
  const fields = [address, name, passwordField(texts, texts.password)]
  return ok(
    texts.account.title(realm),
    html`${problemHtml(sent.problem)}${formHtml(fields, texts.account.button)}`,
  )
}

function passwordField(texts: Texts, label: string) {
  return fieldHtml({
    name: 'password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: texts.passwordHint,
    maxLength: MAX_PASSWORD,
  })
}

export function welcomePage(texts: Texts, { name, url }: Brand, email: string): Page {
  return ok(
    texts.account.doneTitle(name),
    html`<p role="status">${texts.account.done}</p>
      ${clientLink(texts, email)}
      <p>${texts.signIn.apps}</p>
      <pre>${url}</pre>`,
  )
}

/**
 * Where the web client asks for the password of that address, also when somebody else is signed in there. No page signs in
 * by itself: any other site could send a browser to it.
 */
function clientLink({ signIn }: Texts, email?: string): Html {
  const query = email === undefined ? '' : `?${new URLSearchParams({ email }).toString()}`
  return html`<a class="button" href="/console/accounts${query}">${signIn.here}</a>`
}

export function resetPage(texts: Texts, sent: Sent): Page {
  return ok(
    texts.reset.title,
    html`${problemHtml(sent.problem)}
      <p>${texts.reset.explanation}</p>
      ${formHtml([emailField(texts, sent)], texts.reset.button)}`,
  )
}

export function resetSentPage(texts: Texts, email: string): Page {
  return ok(texts.mailSent.title, html`<p role="status">${texts.reset.mailText(email)}</p>`)
}

export function newPasswordPage(texts: Texts, sent: Sent): Page {
  return ok(
    texts.reset.newTitle,
    html`${problemHtml(sent.problem)}${formHtml([passwordField(texts, texts.newPassword)], texts.reset.newButton)}`,
  )
}

export function passwordSetPage(texts: Texts): Page {
  const { doneTitle, done } = texts.reset
  return ok(
    doneTitle,
    html`<p role="status">${done}</p>
      ${clientLink(texts)}`,
  )
}

export function confirmAddressPage({ address }: Texts, email: string, sent: Sent): Page {
  return ok(
    address.title,
    html`${problemHtml(sent.problem)}
      <p>${address.explanation(email)}</p>
      ${formHtml([], address.button)}`,
  )
}

export function addressChangedPage(texts: Texts, email: string): Page {
  const { doneTitle, done } = texts.address
  return ok(
    doneTitle,
    html`<p role="status">${done(email)}</p>
      ${clientLink(texts, email)}`,
  )
}

export function failedPage({ failed }: Texts, status: number, text: string): Page {
  return { status, title: failed.title, content: problemHtml(text) }
}

interface SignInChoices {
  /** The name of whoever else vouches for people, if somebody does. */
  readonly provider: string | undefined
  readonly isOpen: boolean
}

export function signInPage(
  texts: Texts,
  { name, url }: Brand,
  { provider, isOpen }: SignInChoices,
): Page {
  const { signIn } = texts
  const other =
    provider === undefined
      ? html``
      : html`<a class="button" href="/accounts/login/social/oidc">${signIn.with(provider)}</a
          ><br />`
  const register = isOpen ? html`<p><a href="/register">${signIn.signUp}</a></p>` : html``
  return ok(
    signIn.title(name),
    html`${clientLink(texts)}${other}
      <p>${signIn.apps}</p>
      <pre>${url}</pre>
      <p><a href="/accounts/password/reset">${signIn.forgotten}</a></p>
      ${register}`,
  )
}

interface Account {
  readonly fullName: string
  readonly email: string
  readonly apiKey: string
}

/** What a browser shows that has signed in: there is nothing here to use a session for but the key. */
export function signedInPage(texts: Texts, { url }: Brand, account: Account): Page {
  const { signIn } = texts
  const zuliprc = `[api]\nemail=${account.email}\nkey=${account.apiKey}\nsite=${url}\n`
  return ok(
    signIn.doneTitle(account.fullName),
    html`<p>${signIn.apps}</p>
      <pre>${url}</pre>
      <p>${signIn.file}</p>
      <pre>${zuliprc}</pre>
      <p>${signIn.keep}</p>`,
  )
}
