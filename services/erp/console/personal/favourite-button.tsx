import starIcon from 'lucide-static/icons/star.svg'
import { IconButton } from '@oficina/web/button.tsx'

import { words } from '../words/shell.ts'
import { addFavourite, dropFavourite, isFavourite, type Spot } from './personal.ts'

/** A star that keeps a page in the menu. */
export function FavouriteButton({ path, label }: Spot) {
  const isKept = isFavourite(path)
  return (
    <IconButton
      icon={starIcon}
      label={words(isKept ? 'notFavourite' : 'favourite', { page: label })}
      aria-pressed={isKept}
      class="favourite"
      onClick={() => (isKept ? dropFavourite(path) : addFavourite({ path, label }))}
    />
  )
}
