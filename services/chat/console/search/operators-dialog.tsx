import { Dialog } from '@oficina/web/dialog.tsx'

import { words } from '../words/search.ts'
import { OPERATORS } from './operators.ts'
import { searchWith } from './search-state.ts'
import { operatorText } from './suggestions.ts'
import { choiceText } from './term-text.ts'

/** All operators of the search, with what they find. */
export function OperatorsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={words('operators')} onClose={onClose} size="medium">
      <ul class="operator-notes">
        <li>{words('negation')}</li>
        <li>{words('quotes')}</li>
        <li>{words('spaces')}</li>
      </ul>
      <table class="operators">
        <thead>
          <tr>
            <th>{words('operator')}</th>
            <th>{words('finds')}</th>
          </tr>
        </thead>
        <tbody>
          {OPERATORS.flatMap((operator) => [
            <tr key={operator.name}>
              <td>
                <Use written={`${operator.name}:`} onUse={onClose} />
              </td>
              <td>{operatorText(operator)}</td>
            </tr>,
            ...(operator.choices ?? []).map((choice) => (
              <tr key={`${operator.name}:${choice}`} class="choice">
                <td>
                  <Use written={`${operator.name}:${choice}`} onUse={onClose} />
                </td>
                <td>{choiceText(`${operator.name}:${choice}`)}</td>
              </tr>
            )),
          ])}
        </tbody>
      </table>
    </Dialog>
  )
}

/** The operator as it is written: pressed, it stands in the field. */
function Use({ written, onUse }: { readonly written: string; readonly onUse: () => void }) {
  return (
    <button
      type="button"
      class="operator-use"
      onClick={() => {
        onUse()
        searchWith(written)
      }}
    >
      <code>{written}</code>
    </button>
  )
}
