/** How much of a request's body is on its way, in bytes. */
export type OnProgress = (sent: number, of: number) => void

export interface UploadRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: XMLHttpRequestBodyInit
  readonly onProgress: OnProgress
  readonly signal: AbortSignal
}

/** Sends a body and tells how far it is, which `fetch` does not. Rejects as `fetch` does. */
export function uploaded(path: string, sent: UploadRequest): Promise<Response> {
  const { method, headers, body, onProgress, signal } = sent
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const onAbort = (): void => request.abort()
    request.open(method, path)
    request.responseType = 'arraybuffer'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
    request.addEventListener('load', () => resolve(responseOf(request)))
    request.addEventListener('error', () => reject(new TypeError('the network failed')))
    request.addEventListener('abort', () => reject(signal.reason))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', onAbort))
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) reject(signal.reason)
    else request.send(body)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const type = request.getResponseHeader('content-type')
  const after = request.getResponseHeader('retry-after')
  const headers = {
    ...(type === null ? {} : { 'content-type': type }),
    ...(after === null ? {} : { 'retry-after': after }),
  }
  // An answer with one of these must not have a body, not even an empty one.
  const hasBody = status !== 204 && status !== 304
  // `responseType` says what the response is.
  const content = hasBody ? (request.response as ArrayBuffer) : null
  return new Response(content, { status, statusText, headers })
}
