import moreIcon from 'lucide-static/icons/ellipsis-vertical.svg'
import { useState } from 'preact/hooks'
import { openMenu } from '@oficina/web/anchored-menu.tsx'
import { IconButton } from '@oficina/web/button.tsx'
import { formatAgo, formatBytes, formatInstant } from '@oficina/web/formats.ts'
import { Link } from '@oficina/web/link.tsx'
import { Pill } from '@oficina/web/pill.tsx'

import { words } from '../words/templates.ts'
import { templateMenu } from './template-acts.ts'
import type { Template } from './template-api.ts'
import { ThumbnailPicture } from './thumbnail.tsx'

/** A template as a card: its first page, its name, what is known of it. */
export function TemplateCard({ template }: { readonly template: Template }) {
  const { slug, sizeBytes, updatedAt, hasSchema } = template
  const [problems, setProblems] = useState(0)
  return (
    <li class="template-card">
      <Link to={`/t/${slug}`} class="template-open">
        <ThumbnailPicture
          template={template}
          onKnown={(thumbnail) => setProblems(thumbnail.problems)}
        />
        <span class="template-name">{slug}</span>
      </Link>
      <IconButton
        class="template-more"
        icon={moreIcon}
        label={words('menuOf', { name: slug })}
        aria-haspopup="menu"
        onClick={({ currentTarget }) =>
          openMenu({
            anchor: currentTarget,
            label: words('menuOf', { name: slug }),
            items: templateMenu(template),
          })
        }
      />
      <p class="template-facts">
        <span title={formatInstant(updatedAt)}>{formatAgo(updatedAt, new Date())}</span>
        <span>{formatBytes(sizeBytes)}</span>
      </p>
      {(problems > 0 || hasSchema) && (
        <p class="template-pills">
          {problems > 0 && <Pill tone="danger">{words('problems', { count: problems })}</Pill>}
          {hasSchema && <Pill>{words('withSchema')}</Pill>}
        </p>
      )}
    </li>
  )
}
