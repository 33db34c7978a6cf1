import { useState } from 'preact/hooks'
import { Empty, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { useTitle } from '@oficina/web/title.ts'

import { areGroupsKnown, groups } from '../state/people/groups.ts'
import { words } from '../words/groups.ts'
import { groupLabel } from './controls/group-label.ts'
import { MasterDetail } from './frame/master-detail.tsx'
import { GroupDetail } from './groups/group-detail.tsx'
import { GroupList, type WhichGroups } from './groups/group-list.tsx'
import { NewGroup } from './groups/new-group.tsx'

/** Groups of people: the list, and beside it the one that is open or a new one. */
export function GroupsPage({ params }: PageProps) {
  const [first = '', tab] = (params['rest'] ?? '').split('/')
  const [which, setWhich] = useState<WhichGroups>('all')
  const group = groups.get(Number(first))
  const isNew = first === 'new'
  useTitle(isNew ? words('create') : group === undefined ? words('title') : groupLabel(group.name))
  return (
    <MasterDetail
      title={words('title')}
      base="/groups"
      isOpen={first !== ''}
      list={<GroupList which={which} onWhich={setWhich} openId={group?.id} />}
    >
      {isNew && <NewGroup />}
      {group !== undefined && <GroupDetail key={group.id} group={group} tab={tab ?? 'general'} />}
      {!isNew &&
        group === undefined &&
        first !== '' &&
        (areGroupsKnown.value ? <Empty title={words('gone')} /> : <Skeleton lines={8} />)}
      {first === '' && (
        <Empty title={words('choose')}>
          <p>{words('chooseText')}</p>
        </Empty>
      )}
    </MasterDetail>
  )
}
