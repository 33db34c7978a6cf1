import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormFields } from '@oficina/api/parameter.ts'
import { isUnavailable } from '@oficina/kit/database.ts'
import type { Language } from '@oficina/words/language.ts'

import { receivedFields } from '../../api/fields.ts'
import { readPath } from '../../api/path-parameters.ts'
import type { Serving } from '../../api/serve.ts'
import { shownPicture } from '../../realm/realm-picture.ts'
import { realmPictures } from '../../realm/store/realm-picture-store.ts'
import { ApiError } from '../../tenancy/api-error.ts'
import { clientNetwork } from '../../tenancy/client-network.ts'
import { languageOf } from '../../tenancy/language.ts'
import { realmOf, realmOfHost, type Realm } from '../../tenancy/store/user-store.ts'
import { textsIn } from '../pages/languages.ts'
import { pageHtml, type Brand, type Page } from '../pages/layout.ts'
import { deadLinkPage, failedPage } from '../pages/pages.ts'
import { STYLE } from '../pages/style.ts'
import type { Texts } from '../pages/texts.ts'
import type { PageCall, PageRoute } from './page-route.ts'

// Nothing runs, nothing is loaded from elsewhere, and no other page shows these.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
const NOT_FOUND = 404
const SEE_OTHER = 303

/** Answers a request for a page. What goes wrong is a page, too. */
export async function servePage(
  route: PageRoute,
  { tools, limiters }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = await realmOfHost(tools.database, request.host)
  if (row === undefined) {
    return reply.code(NOT_FOUND).type('text/plain').send('There is no organization here.\n')
  }
  const realm = realmOf(row)
  const { icon } = await brandOf(tools.database, realm)
  const brand = { name: realm.name, url: realm.url, iconUrl: icon }
  const texts = textsIn(languageOfReader(request, realm))
  try {
    await limiters.perAddress?.use(clientNetwork(request.ip))
    if (realm.isDeactivated) {
      return send(reply, failedPage(texts, 403, texts.failed.deactivated), texts, brand)
    }
    const values = readPath(route.named ?? {}, request)
    const fields: FormFields = (await receivedFields(request, undefined)).fields
    const call = { tools, realm, brand, texts, fields, request, reply }
    // The declaration ties the handler to the values that its own path gives.
    const answer = await route.handle({ ...call, values } as PageCall<never>)
    if ('location' in answer) {
      return protect(reply, POLICY).header('location', answer.location).code(SEE_OTHER).send()
    }
    return send(reply, answer, texts, brand)
  } catch (error) {
    return send(reply, pageOfError(error, texts, request, reply), texts, brand)
  }
}

async function brandOf(database: Serving['tools']['database'], { id }: Realm) {
  return { icon: shownPicture(await realmPictures(database, id), 'icon').url }
}

/** The language that the browser asks for first, if there are texts in it; else the organization's. */
function languageOfReader({ headers }: FastifyRequest, { settings }: Realm): Language {
  const first = headers['accept-language']?.split(/[,;]/)[0]?.trim()
  const isKnown = first !== undefined && /^(?:es|en)(?:-|$)/i.test(first)
  return languageOf(isKnown ? first : settings.default_language)
}

function send(reply: FastifyReply, page: Page, texts: Texts, brand: Brand): FastifyReply {
  return protect(reply, policyOf(page))
    .code(page.status)
    .type('text/html; charset=utf-8')
    .header('content-language', texts.lang)
    .send(pageHtml(page, texts, brand))
}

/** Browsers hold a form to its policy on all the way that sending it leads: from that server perhaps to others. */
function policyOf({ leadsTo }: Page): string {
  return leadsTo === undefined ? POLICY : `${POLICY} ${leadsTo} https:`
}

/** The address of a page may be a key: nothing keeps it, and no other server is told. */
function protect(reply: FastifyReply, policy: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('cache-control', 'no-store')
}

function pageOfError(
  error: unknown,
  texts: Texts,
  request: FastifyRequest,
  reply: FastifyReply,
): Page {
  if (error instanceof ApiError) {
    if (error.retry !== undefined) {
      reply.header('retry-after', String(Math.ceil(error.retry.retryAfterSeconds)))
    }
    switch (error.code) {
      case 'NOT_FOUND':
        return deadLinkPage(texts)
      case 'RATE_LIMIT_HIT':
        return failedPage(texts, error.status, texts.failed.busy)
      default:
        return failedPage(texts, error.status, problemIn(texts, error))
    }
  }
  if (isUnavailable(error)) {
    request.log.warn({ err: error, reqId: request.id }, 'the database is away or busy')
    return failedPage(texts, 503, texts.failed.text)
  }
  request.log.error({ err: error, reqId: request.id }, 'a page failed')
  return failedPage(texts, 500, texts.failed.text)
}

/** What was wrong, in the reader's language: in words of the pages where they have some. */
export function problemIn({ lang, problems }: Texts, { message, told }: ApiError): string {
  return problems[message] ?? told[languageOf(lang)]
}

/** The style of the pages. */
export function sendStyle(reply: FastifyReply): FastifyReply {
  return reply
    .type('text/css; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .header('x-content-type-options', 'nosniff')
    .send(STYLE)
}
