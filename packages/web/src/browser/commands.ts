import { computed, signal } from '@preact/signals'

/** Something that the person can do now, as the command palette lists it. */
export interface Command {
  readonly label: string
  /** What it belongs to, shown smaller: a folio, a page. */
  readonly detail?: string
  /** Its shortcut, where it has one, as shortcuts are written. */
  readonly keys?: string
  readonly run: () => void
}

type Source = () => readonly Command[]

const sources = signal<readonly Source[]>([])

/** The commands that hold now, those of the innermost part first. */
export const commands = computed(() => sources.value.toReversed().flatMap((source) => source()))

/**
 * Adds commands until the answer is called: in a page, `useEffect(() => addCommands(() => […]), […])`. They are asked for
 * when the palette opens, so that labels follow the language, and again when a part adds or takes away some meanwhile.
 */
export function addCommands(source: Source): () => void {
  sources.value = [...sources.peek(), source]
  return () => {
    sources.value = sources.peek().filter((one) => one !== source)
  }
}
