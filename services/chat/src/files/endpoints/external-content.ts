import { sendJson } from '../../api/answers.ts'
import { otherRoute } from '../../api/other-route.ts'
import { inAddress } from './file-address.ts'
import { FILE_POLICY } from './send-file.ts'
import { missingFile } from './uploads.ts'

const SERVER_BUSY = 503

/** An image of another host that a message shows: public, at an address that only this server can have signed. */
export const externalContent = otherRoute({
  path: '/external_content/:digest/*',
  named: {
    digest: inAddress('The signature of the address.'),
    '*': inAddress('The address, its bytes in hexadecimal digits.'),
  },
  handle: async ({ tools, request, reply, values: { digest, '*': hex } }) => {
    const { external } = tools
    const url = Buffer.from(hex, 'hex').toString()
    if (external === undefined || !external.isSigned(digest, url)) throw missingFile()
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const found = await external.fetch(url, request.headers.range, gone.signal)
    if (!found.ok) {
      request.log.debug(
        { reason: found.error, reqId: request.id },
        'an external image is not shown',
      )
      if (found.error !== 'busy') throw missingFile()
      reply.header('retry-after', '1')
      const msg = 'The server is busy; try again in a moment'
      return sendJson(reply, SERVER_BUSY, { result: 'error', msg, code: 'SERVER_BUSY' })
    }
    const { status, headers, stream } = found.value
    return reply
      .code(status)
      .headers(headers)
      .header('content-security-policy', FILE_POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=86400')
      .send(stream)
  },
})
