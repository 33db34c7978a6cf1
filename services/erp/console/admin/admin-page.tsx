import { Link } from '@oficina/web/link.tsx'

import { words } from '../words/admin.ts'
import { AdminFrame } from './admin-frame.tsx'
import { partLabel, shownParts } from './admin-parts.ts'

/** What there is to administer. */
export function AdminPage() {
  return (
    <AdminFrame title={words('administration')}>
      <ul class="admin-cards">
        {shownParts().map((part) => (
          <li key={part.path} class="card">
            <Link to={part.path}>{partLabel(part)}</Link>
            <p class="muted">{words(`${part.name}Help`)}</p>
          </li>
        ))}
      </ul>
    </AdminFrame>
  )
}
