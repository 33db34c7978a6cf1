import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Meeting {
  readonly createTime: string
  /** What it was made with. */
  readonly parameters: Readonly<Record<string, string>>
}

export interface CallServer {
  /** As an operator writes it. */
  readonly url: string
  readonly secret: string
  readonly meetings: ReadonlyMap<string, Meeting>
  /** How often it was asked to make a meeting. */
  readonly asked: number
  /** What it answers from now on when it is asked for a meeting. */
  answer(status: number, body: string): void
  /** From now on it answers as it should. */
  recover(): void
  stop(): Promise<void>
}

type Answer = readonly [status: number, body: string]

const SHARED = 'what-both-servers-know'

function response(fields: Readonly<Record<string, string>>): Answer {
  const elements = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`)
  return [200, `<?xml version="1.0"?>\n<response>\n  ${elements.join('\n  ')}\n</response>\n`]
}

function failed(messageKey: string): Answer {
  return response({ returncode: 'FAILED', messageKey })
}

/** A BigBlueButton server as far as calls need it: it keeps meetings, and believes only what the shared secret signs. */
export async function callServer(): Promise<CallServer> {
  const meetings = new Map<string, Meeting>()
  const state = { told: undefined as Answer | undefined, asked: 0 }
  const create = (parameters: Readonly<Record<string, string>>): Answer => {
    state.asked += 1
    if (state.told !== undefined) return state.told
    const id = parameters['meetingID'] ?? ''
    const known = meetings.get(id)
    const isOther = ['attendeePW', 'moderatorPW'].some(
      (name) => known !== undefined && known.parameters[name] !== parameters[name],
    )
    if (isOther) return failed('idNotUnique')
    const meeting = known ?? { createTime: String(1_700_000_000_000 + meetings.size), parameters }
    meetings.set(id, meeting)
    const messageKey = known === undefined ? '' : 'duplicateWarning'
    return response({ returncode: 'SUCCESS', createTime: meeting.createTime, messageKey })
  }
  const join = ({ meetingID = '', ...given }: Readonly<Record<string, string>>): Answer => {
    const meeting = meetings.get(meetingID)
    if (meeting?.createTime !== given['createTime']) return failed('mismatchCreateTimeParam')
    const { attendeePW, moderatorPW } = meeting?.parameters ?? {}
    const role = { [attendeePW ?? '']: 'VIEWER', [moderatorPW ?? '']: 'MODERATOR' }
    return role[given['password'] ?? ''] === given['role']
      ? [200, `${given['fullName']} is ${given['role']} of ${meeting?.parameters['name']}`]
      : failed('invalidPassword')
  }
  const server = createServer((request, reply) => {
    const [, call = '', query = '', checksum = ''] =
      /^\/bigbluebutton\/api\/(\w+)\?(.*)&checksum=(\w+)$/.exec(request.url ?? '') ?? []
    const expected = createHash('sha256').update(`${call}${query}${SHARED}`).digest('hex')
    const calls: Readonly<Record<string, typeof create>> = { create, join }
    const parameters = Object.fromEntries(new URLSearchParams(query))
    const [status, body] =
      checksum === expected
        ? (calls[call]?.(parameters) ?? failed('unsupportedRequest'))
        : failed('checksumError')
    reply.writeHead(status, { 'content-type': 'text/xml', location: 'http://127.0.0.1:9/' })
    reply.end(body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server on TCP has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/bigbluebutton/`,
    secret: SHARED,
    meetings,
    get asked() {
      return state.asked
    },
    answer: (status, body) => {
      state.told = [status, body]
    },
    recover: () => {
      state.told = undefined
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
