import { defaulted, flag, integer, matching, optional, text, url } from '@oficina/kit/config.ts'
import { diskSettings, serviceSettings, type Output } from '@oficina/kit/service-settings.ts'
import { natsSettings } from '@oficina/nats/nats-settings.ts'
import { bucketSettings } from '@oficina/objects/bucket-settings.ts'
import { databaseSettings } from '@oficina/postgres/database-settings.ts'
import { traceSettings } from '@oficina/traces/trace-settings.ts'

import { API_KEY } from './people/api-key.ts'

const DEFAULT_PORT = 3002
const EMAIL = matching(/^[^\s@:]+@[^\s@:]+$/, 'an email address')

/**
 * The environment of this service.
 * @source docs/decisions/0001-foundations.md, "Environment"
 */
export function settings(output: Output) {
  return {
    ...serviceSettings(DEFAULT_PORT, output),
    ...traceSettings(),
    ...databaseSettings(),
    ...bucketSettings(),
    ...diskSettings(),
    ...natsSettings(),
    realmHost: defaulted(
      'CHAT_REALM_HOST',
      matching(/^[\w.-]+(:\d+)?$/, 'a host name'),
      'localhost',
    ),
    realmName: defaulted('CHAT_REALM_NAME', text, 'Oficina'),
    realmUrl: optional('CHAT_REALM_URL', url(['http:', 'https:'])),
    ownerEmail: defaulted('CHAT_OWNER_EMAIL', EMAIL, 'owner@localhost'),
    ownerPassword: optional('CHAT_OWNER_PASSWORD', text),
    ownerApiKey: optional('CHAT_OWNER_API_KEY', matching(API_KEY, '32 letters and digits')),
    botEmail: optional('CHAT_BOT_EMAIL', EMAIL),
    botApiKey: optional('CHAT_BOT_API_KEY', matching(API_KEY, '32 letters and digits')),
    botChannel: defaulted('CHAT_BOT_CHANNEL', text, 'erp'),
    processUrl: optional('CHAT_PROCESS_URL', url(['http:', 'https:'])),
    secret: optional('CHAT_SECRET', matching(/^[0-9a-f]{64}$/i, '64 hexadecimal digits')),
    demo: defaulted('CHAT_DEMO', flag, false),
    devSignIn: defaulted('CHAT_DEV_SIGN_IN', flag, false),
    rateLimit: defaulted('CHAT_RATE_LIMIT', integer(0, 1_000_000), 200),
    externalImages: defaulted('CHAT_EXTERNAL_IMAGES', flag, true),
    outboundAllow: defaulted('CHAT_OUTBOUND_ALLOW', text, ''),
    ffmpeg: defaulted('CHAT_FFMPEG', text, 'ffmpeg'),
    maxUploadMib: defaulted('CHAT_MAX_UPLOAD_MIB', integer(1, 10_000), 25),
    smtpUrl: optional('SMTP_URL', url(['smtp:', 'smtps:'])),
    mailFrom: defaulted('MAIL_FROM', text, 'Oficina <no-reply@localhost>'),
    oidcIssuer: optional('CHAT_OIDC_ISSUER', url(['http:', 'https:'])),
    oidcClientId: optional('CHAT_OIDC_CLIENT_ID', text),
    oidcClientSecret: optional('CHAT_OIDC_CLIENT_SECRET', text),
    oidcName: optional('CHAT_OIDC_NAME', text),
    bigBlueButtonUrl: optional('BIG_BLUE_BUTTON_URL', url(['http:', 'https:'])),
    bigBlueButtonSecret: optional('BIG_BLUE_BUTTON_SECRET', text),
    pushBouncerUrl: optional('PUSH_BOUNCER_URL', url(['http:', 'https:'])),
    pushOrgId: optional('PUSH_ORG_ID', text),
    pushOrgKey: optional('PUSH_ORG_KEY', text),
  }
}
