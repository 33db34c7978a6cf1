export type CompiledPackage = Record<never, never>
