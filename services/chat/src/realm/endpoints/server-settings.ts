import { SERVER_SETTINGS_ANSWER } from '../../../wire/organization.ts'
import { publicEndpoint } from '../../api/endpoint.ts'
import { FEATURE_LEVEL, ZULIP_VERSION } from '../../tenancy/realm-settings.ts'
import { publicRealm } from '../actions/public-realm.ts'

const AUTHENTICATION_METHODS = {
  password: true,
  dev: false,
  email: true,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  apple: false,
  google: false,
  saml: false,
} as const

/** What a client asks before it knows anybody. @source docs/contract/chat.md, Authentication */
export const getServerSettings = publicEndpoint({
  method: 'GET',
  path: '/server_settings',
  summary: 'What the server is and how one signs in',
  parameters: {},
  answer: SERVER_SETTINGS_ANSWER,
  handle: async ({ tools, realm }) => {
    const { url, descriptionHtml, settings, iconUrl } = await publicRealm(tools, realm)
    return {
      authentication_methods: {
        ...AUTHENTICATION_METHODS,
        'openid connect': tools.oidc !== undefined,
      },
      zulip_version: ZULIP_VERSION,
      zulip_merge_base: ZULIP_VERSION,
      zulip_feature_level: FEATURE_LEVEL,
      push_notifications_enabled: tools.push.isConfigured,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_uri: url,
      realm_url: url,
      realm_name: realm.name,
      realm_icon: iconUrl,
      realm_description: descriptionHtml,
      realm_web_public_access_enabled: settings.enable_spectator_access,
      external_authentication_methods: externalMethods(tools.oidc?.name),
    }
  },
})

/** Where clients send people's browsers to sign in by somebody else's word. */
function externalMethods(provider: string | undefined) {
  if (provider === undefined) return []
  return [
    {
      name: 'oidc',
      display_name: provider,
      display_icon: null,
      login_url: '/accounts/login/social/oidc',
      signup_url: '/accounts/register/social/oidc',
    },
  ]
}
