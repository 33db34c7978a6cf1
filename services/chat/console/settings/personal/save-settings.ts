import { api } from '../../session/api.ts'

/** Changes one of the person's own settings; what holds then comes as an event. @throws ApiFailure */
export async function saveSetting(name: string, value: unknown): Promise<void> {
  await api('PATCH', '/settings', { [name]: value })
}
