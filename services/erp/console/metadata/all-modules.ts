import { api } from '../session/api.ts'

interface ModuleIndex {
  readonly modules: readonly {
    readonly name: string
    readonly label: string
    readonly models: readonly ModelEntry[]
  }[]
}

interface ModelEntry {
  readonly name: string
  readonly label: string
  readonly level: number
}

export type Module = ModuleIndex['modules'][number]

/** All modules with their models, as `GET /metadata` tells them; the browser keeps the answer for minutes. */
export async function allModules(): Promise<readonly Module[]> {
  const { data } = await api<ModuleIndex>('/metadata')
  return data.modules
}
