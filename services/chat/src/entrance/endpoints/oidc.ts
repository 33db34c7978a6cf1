import type { FormFields } from '@oficina/api/parameter.ts'

import { ApiError, notFound, refusal } from '../../tenancy/api-error.ts'
import { languageOf } from '../../tenancy/language.ts'
import { signInVouched, type SignedIn } from '../actions/sign-in-vouched.ts'
import { openTicket, OTP, padKey, sealTicket, TICKET_SECONDS } from '../oidc-ticket.ts'
import { signedInPage } from '../pages/pages.ts'
import type { OidcPerson, OidcProvider } from '../store/oidc-provider.ts'
import { pageRoute, type PageCall, type Redirect } from './page-route.ts'

const COOKIE = 'oidc_ticket'
const COMPLETE = '/complete/oidc/'

type Call = PageCall<unknown>

function providerOf({ tools }: Call): OidcProvider {
  if (tools.oidc === undefined) throw notFound('Nobody else vouches for people here')
  return tools.oidc
}

/** Sends the browser to the provider. */
async function begin(call: Call): Promise<Redirect> {
  const { tools, realm, fields, reply } = call
  const provider = providerOf(call)
  const otp = padOf(fields, 'mobile_flow_otp')
  const webOtp = padOf(fields, 'web_flow_otp')
  const { location, attempt } = await orRefused(call, () => provider.begin(realm.url + COMPLETE))
  const ticket = sealTicket(
    { ...attempt, realmId: realm.id, otp, webOtp },
    tools.secret,
    tools.now(),
  )
  reply.header('set-cookie', cookie(call, ticket, TICKET_SECONDS))
  return { location }
}

function padOf(fields: FormFields, name: string): string | undefined {
  const otp = fields.get(name)
  if (otp !== undefined && !OTP.test(otp)) throw refusal('Invalid OTP')
  return otp
}

function cookie({ realm }: Call, value: string, seconds: number): string {
  const secure = realm.url.startsWith('https:') ? '; Secure' : ''
  // It comes along when the provider sends the browser back, and with nothing that another page asks for.
  return `${COOKIE}=${value}; Max-Age=${seconds}; Path=${COMPLETE}; HttpOnly; SameSite=Lax${secure}`
}

export const getLogin = pageRoute({
  method: 'GET',
  path: '/accounts/login/social/oidc',
  handle: (call) => begin(call),
})

export const getSignUp = pageRoute({
  method: 'GET',
  path: '/accounts/register/social/oidc',
  handle: (call) => begin(call),
})

export const getComplete = pageRoute({
  method: 'GET',
  path: '/complete/oidc',
  handle: async (call) => {
    const { tools, realm, texts, brand, request, reply } = call
    const provider = providerOf(call)
    const sealed = cookieOf(request.headers.cookie)
    reply.header('set-cookie', cookie(call, '', 0))
    const ticket = openTicket(sealed ?? '', tools.secret, tools.now())
    if (ticket === undefined || ticket.realmId !== realm.id) throw refused()
    const url = new URL(realm.url + COMPLETE)
    url.search = queryOf(call.fields)
    const person: OidcPerson = await orRefused(call, () => provider.finish(url, ticket))
    const account = await signInVouched(tools, realm, person, languageOf(texts.lang))
    if (ticket.otp !== undefined) return { location: appAddress(brand.url, account, ticket.otp) }
    if (ticket.webOtp !== undefined) return { location: clientAddress(account, ticket.webOtp) }
    return signedInPage(texts, brand, account)
  },
})

function cookieOf(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1)
}

function queryOf(fields: FormFields): string {
  return new URLSearchParams([...fields]).toString()
}

function refused(): ApiError {
  return new ApiError('FORBIDDEN', 'The provider did not sign in')
}

/** What goes wrong between the provider and this server is for the log; the person can only try again. */
async function orRefused<T>({ request }: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    request.log.warn({ err: error, reqId: request.id }, 'the provider did not sign somebody in')
    throw refused()
  }
}

/** The address that opens the app on a phone, with a key that only that app can read. */
function appAddress(realm: string, account: SignedIn, otp: string): string {
  return `zulip://login?${paddedKey(account, otp)}&${new URLSearchParams({ realm }).toString()}`
}

/** The web client, with a key that only the tab can read which asked for it. What follows the # is never sent anywhere. */
function clientAddress(account: SignedIn, otp: string): string {
  return `/console#signed-in?${paddedKey(account, otp)}`
}

function paddedKey(account: SignedIn, otp: string): string {
  return new URLSearchParams({
    otp_encrypted_api_key: padKey(account.apiKey, otp),
    email: account.email,
    user_id: String(account.id),
  }).toString()
}
