import { importedBy, isProduct, type Sources } from './sources.ts'

/** Where imports go one way: what lies in `in` knows nothing of `not`, a path from the sources of the same service. */
interface Layer {
  readonly in: RegExp
  readonly not: RegExp
  /** Their types it may know. */
  readonly butTypes?: true
}

const TOP = 'main\\.ts|app\\.ts|routes\\.ts'
const MODULE = '^services/erp/src/actions/business/[^/]+/'

const below = (...above: readonly string[]) =>
  new RegExp(`^services/\\w+/src/(?:${[TOP, ...above].join('|')})`)

/** ARCHITECTURE.md draws it: main → app → routes → endpoints → http → access → actions → store, and the chat's form. */
const LAYERS: readonly Layer[] = [
  { in: /^services\/(?:erp|documents)\/src\/endpoints\//, not: below() },
  { in: /^services\/(?:erp|documents)\/src\/http\//, not: below('endpoints/') },
  { in: /^services\/(?:erp|documents)\/src\/access\//, not: below('endpoints/', 'http/') },
  {
    in: /^services\/(?:erp|documents)\/src\/actions\//,
    not: below('endpoints/', 'http/', 'access/'),
  },
  {
    in: /^services\/(?:erp|documents)\/src\/store\//,
    not: below('endpoints/', 'http/', 'access/', 'actions/'),
  },
  { in: new RegExp(`${MODULE}store/`), not: /\/business\/[^/]+\/(?:decisions|effects|rules)\// },
  { in: new RegExp(`${MODULE}decisions/`), not: /\/business\/[^/]+\/(?:effects|rules)\// },
  { in: new RegExp(`${MODULE}decisions/`), not: /\/store\//, butTypes: true },
  { in: /^services\/chat\/src\/(?:[^/]+\/endpoints|api)\//, not: below() },
  { in: /^services\/chat\/src\/tenancy\//, not: /^services\/chat\/src\/(?!tenancy\/|errors\.ts)/ },
  { in: /^services\/chat\/src\/[^/]+\/actions\//, not: below('[^/]+/endpoints/', 'api/') },
  {
    in: /^services\/chat\/src\/access\//,
    not: below('[^/]+/endpoints/', 'api/', '[^/]+/actions/'),
  },
  {
    in: /^services\/chat\/src\/[^/]+\/store\//,
    not: below('[^/]+/endpoints/', 'api/', '[^/]+/actions/'),
  },
  // What a look-up has checked is a type, and the rules of groups are pure.
  {
    in: /^services\/chat\/src\/[^/]+\/store\//,
    not: /^services\/chat\/src\/access\/(?!store\/|proof\.ts|user-group-rules\.ts)/,
    butTypes: true,
  },
  {
    in: /^services\/(?:erp\/src\/(?:query|dictionary|messages|manual)|chat\/src\/(?:narrow|markdown)|documents\/src\/docx)\//,
    not: below('(?:[^/]+/)?(?:endpoints|http|access|actions|store)/'),
  },
  { in: /^services\/erp\/src\/fiscal\//, not: /^services\/erp\/src\/(?!fiscal\/|messages\/)/ },
  { in: /^services\/erp\/src\/pac\//, not: /^services\/erp\/src\/(?!fiscal\/|messages\/|pac\/)/ },
]

/** Folders without input and output, clocks or chance; the linter looks for the last two. */
const PURE =
  /^services\/(?:erp\/src\/(?:query|dictionary|messages|manual|fiscal|actions\/business\/[^/]+\/decisions)|chat\/src\/(?:narrow|markdown)|documents\/src\/(?:docx|messages))\//
/** It reads the text of a package once, as an import reads it. */
const READS_A_PACKAGE = 'services/chat/src/markdown/silent-katex.ts'
const IMPURE =
  /^(?:node:(?:fs|fs\/promises|net|http|https|child_process|worker_threads|timers|timers\/promises|dns)|pg|fastify|undici)$/

/** Each import that goes up where all go down, or out of a pure folder, as `from → to`. */
export function wrongWays(sources: Sources): readonly string[] {
  return [...sources.keys()].filter(isProduct).flatMap((path) => {
    const layers = LAYERS.filter((layer) => layer.in.test(path))
    const isWrong = (target: string, isType: boolean) =>
      (PURE.test(path) && path !== READS_A_PACKAGE && IMPURE.test(target)) ||
      layers.some(({ not, butTypes }) => not.test(target) && !(isType && butTypes === true))
    return importedBy(sources, path)
      .filter(({ target, isType }) => isWrong(target, isType))
      .map(({ target }) => `${path} → ${target}`)
  })
}
