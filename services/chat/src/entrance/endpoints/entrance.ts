import { otherRoute } from '../../api/other-route.ts'
import { textInPath } from '../../api/path-parameters.ts'
import { clientNetwork } from '../../tenancy/client-network.ts'
import { languageOf } from '../../tenancy/language.ts'
import { addressToConfirm, confirmAddress } from '../actions/confirm-address.ts'
import { checkPasswordLink, requestPassword, resetPassword } from '../actions/reset-password.ts'
import { addressOfEntry, inviterOf, requestSignUp, signUp } from '../actions/sign-up.ts'
import * as pages from '../pages/pages.ts'
import { orAgain } from './or-again.ts'
import { pageRoute, type PageCall } from './page-route.ts'
import { sendStyle } from './serve-page.ts'

export const style = otherRoute({
  path: '/static/entrance.css',
  handle: ({ reply }) => sendStyle(reply),
})

const IN_LINK = { key: textInPath('The secret part of the link.') }

type Call = PageCall<unknown>

function emailOf({ fields }: Call): string {
  return fields.get('email')?.trim() ?? ''
}

function mailRequest(call: Call) {
  return { email: emailOf(call), clientAddress: clientNetwork(call.request.ip) }
}

const pageLanguage = ({ texts }: Call) => languageOf(texts.lang)

export const getRegister = pageRoute({
  method: 'GET',
  path: '/register',
  handle: ({ texts, realm }) =>
    Promise.resolve(
      realm.settings.invite_required
        ? pages.closedPage(texts, realm.name)
        : pages.signUpPage(texts, realm.name, {}),
    ),
})

export const postRegister = pageRoute({
  method: 'POST',
  path: '/register',
  handle: async (call) => {
    const { tools, texts, realm } = call
    if (realm.settings.invite_required) return pages.closedPage(texts, realm.name)
    const email = emailOf(call)
    return await orAgain(
      call,
      async () => {
        const language = pageLanguage(call)
        await requestSignUp(tools, realm, { ...mailRequest(call), linkKey: undefined, language })
        return pages.mailSentPage(texts, email)
      },
      (problem) => pages.signUpPage(texts, realm.name, { problem, email }),
    )
  },
})

export const getJoin = pageRoute({
  method: 'GET',
  path: '/join/:key',
  named: IN_LINK,
  handle: async ({ tools, texts, realm, values }) => {
    const inviter = await inviterOf(tools, realm, values.key)
    return pages.joinPage(texts, { realm: realm.name, inviter }, {})
  },
})

export const postJoin = pageRoute({
  method: 'POST',
  path: '/join/:key',
  named: IN_LINK,
  handle: async (call) => {
    const { tools, texts, realm, values } = call
    const inviter = await inviterOf(tools, realm, values.key)
    const email = emailOf(call)
    return await orAgain(
      call,
      async () => {
        const language = pageLanguage(call)
        await requestSignUp(tools, realm, { ...mailRequest(call), linkKey: values.key, language })
        return pages.mailSentPage(texts, email)
      },
      (problem) => pages.joinPage(texts, { realm: realm.name, inviter }, { problem, email }),
    )
  },
})

export const getConfirm = pageRoute({
  method: 'GET',
  path: '/accounts/do_confirm/:key',
  named: IN_LINK,
  handle: async ({ tools, texts, realm, values }) => {
    const email = await addressOfEntry(tools, realm, values.key)
    return pages.accountPage(texts, { realm: realm.name, email }, {})
  },
})

export const postConfirm = pageRoute({
  method: 'POST',
  path: '/accounts/do_confirm/:key',
  named: IN_LINK,
  handle: async (call) => {
    const { tools, texts, realm, brand, values, fields } = call
    const email = await addressOfEntry(tools, realm, values.key)
    const fullName = fields.get('full_name') ?? ''
    const password = fields.get('password') ?? ''
    return await orAgain(
      call,
      async () => {
        const language = pageLanguage(call)
        await signUp(tools, realm, values.key, { fullName, password, language })
        return pages.welcomePage(texts, brand, email)
      },
      (problem) => pages.accountPage(texts, { realm: realm.name, email }, { problem, fullName }),
    )
  },
})

export const getReset = pageRoute({
  method: 'GET',
  path: '/accounts/password/reset',
  handle: ({ texts }) => Promise.resolve(pages.resetPage(texts, {})),
})

export const postReset = pageRoute({
  method: 'POST',
  path: '/accounts/password/reset',
  handle: async (call) => {
    const { tools, texts, realm } = call
    const email = emailOf(call)
    return await orAgain(
      call,
      async () => {
        await requestPassword(tools, realm, mailRequest(call))
        return pages.resetSentPage(texts, email)
      },
      (problem) => pages.resetPage(texts, { problem, email }),
    )
  },
})

export const getNewPassword = pageRoute({
  method: 'GET',
  path: '/accounts/password/reset/:key',
  named: IN_LINK,
  handle: async ({ tools, texts, realm, values }) => {
    await checkPasswordLink(tools, realm, values.key)
    return pages.newPasswordPage(texts, {})
  },
})

export const postNewPassword = pageRoute({
  method: 'POST',
  path: '/accounts/password/reset/:key',
  named: IN_LINK,
  handle: async (call) => {
    const { tools, texts, realm, values, fields } = call
    return await orAgain(
      call,
      async () => {
        await resetPassword(tools, realm, values.key, fields.get('password') ?? '')
        return pages.passwordSetPage(texts)
      },
      (problem) => pages.newPasswordPage(texts, { problem }),
    )
  },
})

export const getNewAddress = pageRoute({
  method: 'GET',
  path: '/accounts/confirm_new_email/:key',
  named: IN_LINK,
  handle: async ({ tools, texts, realm, values }) =>
    pages.confirmAddressPage(texts, await addressToConfirm(tools, realm, values.key), {}),
})

export const postNewAddress = pageRoute({
  method: 'POST',
  path: '/accounts/confirm_new_email/:key',
  named: IN_LINK,
  handle: async (call) => {
    const { tools, texts, realm, values } = call
    const email = await addressToConfirm(tools, realm, values.key)
    return await orAgain(
      call,
      async () => {
        await confirmAddress(tools, realm, values.key)
        return pages.addressChangedPage(texts, email)
      },
      (problem) => pages.confirmAddressPage(texts, email, { problem }),
    )
  },
})

export const getLogin = pageRoute({
  method: 'GET',
  path: '/login',
  handle: ({ tools, texts, realm, brand }) =>
    Promise.resolve(
      pages.signInPage(texts, brand, {
        provider: tools.oidc?.name,
        isOpen: !realm.settings.invite_required,
      }),
    ),
})
