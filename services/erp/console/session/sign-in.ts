import { api, publicApi } from './api.ts'
import { forgetSession, keepSession, session, token, type Session } from './session.ts'

export interface Credentials {
  readonly usuario: string
  readonly password: string
  /** Of the second factor, or a recovery code. */
  readonly codigo?: string
  /** The password from now on. */
  readonly nueva?: string
}

interface Opened extends Pick<Session, 'token' | 'usuario' | 'empresa'> {
  readonly expires_at: string
  readonly debe_enrolar_factor?: true
}

/** @throws ApiFailure when the service refuses: also to ask for a code, or for a new password */
export async function signIn(credentials: Credentials): Promise<void> {
  const { data } = await publicApi<Opened>('/auth/login', { method: 'POST', body: credentials })
  keepSession({
    token: data.token,
    expiresAt: data.expires_at,
    login: credentials.usuario,
    usuario: data.usuario,
    empresa: data.empresa,
    mustEnrol: data.debe_enrolar_factor === true,
  })
}

/** Leaves, whether or not the service answers: the session ends by itself then. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const left = token.peek()
  if (left !== undefined) {
    await publicApi(`/auth/logout${everywhere ? '?all=true' : ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${left}` },
      timeoutMs: LEAVING_MS,
    }).catch(() => undefined)
  }
  forgetSession()
}

const LEAVING_MS = 5000
const REFRESH_BELOW_MS = 5 * 60 * 60 * 1000
const LOOK_EVERY_MS = 10 * 60 * 1000

const look = (): void => void refresh()

/** Keeps the session alive while the page is open: looked at now and then, and when the person comes back to it. */
export function keepAlive(): () => void {
  const timer = setInterval(look, LOOK_EVERY_MS)
  addEventListener('focus', look)
  look()
  return () => {
    clearInterval(timer)
    removeEventListener('focus', look)
  }
}

/** Two tabs that refresh at once are given the same token. */
async function refresh(): Promise<void> {
  const present = session.peek()
  if (present === undefined || present.mustEnrol) return
  if (Date.parse(present.expiresAt) - new Date().getTime() > REFRESH_BELOW_MS) return
  try {
    const { data } = await api<{ token: string; expires_at: string }>('/auth/refresh', {
      method: 'POST',
    })
    const now = session.peek()
    if (now?.token !== present.token) return
    keepSession({ ...now, token: data.token, expiresAt: data.expires_at })
  } catch {
    // The next look tries again.
  }
}
