import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { linter, lintGutter } from '@codemirror/lint'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'preact/hooks'

export interface JsonEditorProps {
  readonly label: string
  readonly text: string
  readonly onChange: (text: string) => void
}

/**
 * An editor of JSON. It stands in a shadow root, where its styles are sheets made by script, which the page's policy
 * allows; in the page it would write a style element, which it does not.
 */
export function JsonEditor({ label, text, onChange }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  const changed = useRef(onChange)
  changed.current = onChange
  useEffect(() => {
    if (host.current === null) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const made = new EditorView({
      state: EditorState.create({
        doc: text,
        extensions: [
          ...EDITING,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) changed.current(state.doc.toString())
          }),
        ],
      }),
      root,
      parent: root,
    })
    view.current = made
    return () => made.destroy()
  }, [])
  useEffect(() => {
    const { current } = view
    if (current === undefined || current.state.doc.toString() === text) return
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } })
  }, [text])
  return <div class="json-editor" ref={host} />
}

// The tokens of the page reach into the shadow root.
const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { font: '12px/19px ui-monospace, monospace' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--muted)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    background: 'var(--accent-weak) !important',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
  },
})

const COLORS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--code-name)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.bool, tags.null], color: 'var(--code-key)' },
])

const EDITING: readonly Extension[] = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  json(),
  linter(jsonParseLinter()),
  lintGutter(),
  syntaxHighlighting(COLORS),
  // Tab leaves the editor, as it leaves every field.
  keymap.of([...defaultKeymap, ...historyKeymap]),
  EditorView.lineWrapping,
  LOOK,
]
