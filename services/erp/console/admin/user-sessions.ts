import { api } from '../session/api.ts'
import { allRecords } from './all-records.ts'

/** Ends the open sessions of a user. @returns how many there were */
export async function endSessionsOf(user: number, signal: AbortSignal): Promise<number> {
  const query = new URLSearchParams({ usuario: String(user), estado: 'activa', fields: 'id' })
  const open = await allRecords<{ readonly id: number }>('/SesionUsuario', query, signal)
  for (const { id } of open) await api(`/auth/sesiones/${id}`, { method: 'DELETE' })
  return open.length
}
