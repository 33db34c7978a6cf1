import type { Response, Window } from 'happy-dom'

/** A request of a page, in the words of Playwright. */
export interface PageRequest {
  url(): string
  method(): string
  postData(): string | null
}

export interface PageResponse {
  request(): PageRequest
  url(): string
  status(): number
}

export interface Answer {
  readonly status?: number
  readonly json?: unknown
  readonly body?: string
  readonly contentType?: string
}

/** A request that the test answers itself. */
export interface Route {
  request(): PageRequest
  fulfill(answer: Answer): Promise<void>
  /** No answer comes. */
  abort(): Promise<void>
  /** The service answers. */
  continue(): Promise<void>
}

export type OnRoute = (route: Route) => Promise<void> | void

/** What pages ask for, over all windows of a page. */
export interface Traffic {
  /** Requests without an answer. */
  readonly underWay: { count: number; times: number }
  readonly routes: { readonly pattern: string | RegExp; readonly answer: OnRoute }[]
  readonly listeners: Set<(request: PageRequest) => void>
  readonly answered: Set<(response: PageResponse) => void>
}

export function newTraffic(): Traffic {
  return { underWay: { count: 0, times: 0 }, routes: [], listeners: new Set(), answered: new Set() }
}

/** Lets a window's requests be counted and answered by the test. */
export function watchTraffic(window: Window, traffic: Traffic): void {
  const { underWay } = traffic
  const send = window.fetch.bind(window)
  window.fetch = async (...args: Parameters<typeof send>): Promise<Response> => {
    underWay.count += 1
    underWay.times += 1
    try {
      const request = requestOf(window, args)
      for (const listener of traffic.listeners) listener(request)
      const route = traffic.routes.findLast(({ pattern }) => isAt(request.url(), pattern))
      const given =
        route === undefined ? undefined : await answeredBy(window, request, route.answer)
      const response = given ?? (await send(...args))
      for (const listener of traffic.answered) listener(responseOf(request, response))
      return response
    } finally {
      underWay.count -= 1
    }
  }
  watchUploads(window, traffic)
}

/** Uploads that tell how far they are go another way. */
function watchUploads(window: Window, { underWay }: Traffic): void {
  const { prototype } = window.XMLHttpRequest
  // Called with the request that it is of.
  // oxlint-disable-next-line typescript/unbound-method
  const { send } = prototype
  prototype.send = function count(...args: Parameters<typeof send>): void {
    underWay.count += 1
    underWay.times += 1
    this.addEventListener('loadend', () => {
      underWay.count -= 1
    })
    send.apply(this, args)
  }
}

function requestOf(window: Window, [input, init]: Parameters<Window['fetch']>): PageRequest {
  const isRequest = input instanceof window.Request
  const url = isRequest ? input.url : String(input)
  const { body } = init ?? {}
  return {
    url: () => new URL(url, window.location.href).href,
    method: () => init?.method ?? (isRequest ? input.method : 'GET'),
    postData: () => (typeof body === 'string' ? body : null),
  }
}

function responseOf(request: PageRequest, { status }: Response): PageResponse {
  return { request: () => request, url: () => request.url(), status: () => status }
}

/** @param pattern with `*` for what has no slash and `**` for anything, or an expression */
export function isAt(url: string, pattern: string | RegExp): boolean {
  if (pattern instanceof RegExp) return pattern.test(url)
  const expression = pattern
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((text) => RegExp.escape(text))
        .join('[^/]*'),
    )
    .join('.*')
  return new RegExp(`^${expression}$`).test(url)
}

/** @returns undefined where the service shall answer */
async function answeredBy(
  window: Window,
  request: PageRequest,
  answer: OnRoute,
): Promise<Response | undefined> {
  const decided = Promise.withResolvers<Response | undefined>()
  await answer({
    request: () => request,
    fulfill: ({ status = 200, json, body, contentType }) => {
      const type = contentType ?? (json === undefined ? 'text/plain' : 'application/json')
      const text = json === undefined ? body : JSON.stringify(json)
      decided.resolve(
        new window.Response(text ?? '', { status, headers: { 'content-type': type } }),
      )
      return Promise.resolve()
    },
    abort: () => {
      decided.reject(new window.TypeError('the test let no answer come'))
      return Promise.resolve()
    },
    continue: () => {
      decided.resolve(undefined)
      return Promise.resolve()
    },
  })
  return decided.promise
}
