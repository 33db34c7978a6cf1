import { ask } from '@oficina/web/ask.tsx'
import { Button } from '@oficina/web/button.tsx'
import { toast } from '@oficina/web/toasts.tsx'

import { api, ApiFailure } from '../../session/api.ts'
import { failureText } from '../../session/failure-text.ts'
import type { Group } from '../../state/people/groups.ts'
import { words } from '../../words/groups.ts'
import { groupLabel } from '../controls/group-label.ts'
import { TextSetting } from '../controls/text-setting.tsx'
import { act } from '../frame/act.ts'
import { Section, Why } from '../frame/section.tsx'
import { mayManage } from './group-rights.ts'

const MAX_NAME = 100

export function GroupGeneral({ group }: { readonly group: Group }) {
  const isDisabled = !mayManage(group)
  const change = (fields: Readonly<Record<string, unknown>>): Promise<unknown> =>
    api('PATCH', `/user_groups/${group.id}`, fields)
  return (
    <>
      {group.deactivated && <Why>{words('deactivatedHelp')}</Why>}
      <Section title={words('general')}>
        <TextSetting
          label={words('name')}
          value={group.is_system_group ? groupLabel(group.name) : group.name}
          maxLength={MAX_NAME}
          isDisabled={isDisabled}
          save={(name) => change({ name })}
        />
        <TextSetting
          label={words('description')}
          value={group.description}
          isLong
          isDisabled={isDisabled}
          save={(description) => change({ description })}
        />
      </Section>
      {!isDisabled && group.deactivated && (
        <div>
          <Button onClick={() => void act(() => change({ deactivated: false }))}>
            {words('reactivate')}
          </Button>
        </div>
      )}
      {!isDisabled && !group.deactivated && (
        <div>
          <Button kind="danger" onClick={() => void deactivate(group)}>
            {words('deactivate')}
          </Button>
        </div>
      )}
    </>
  )
}

async function deactivate({ id, name }: Group): Promise<void> {
  const isMeant = await ask({
    title: `${words('deactivate')}: ${name}`,
    text: words('deactivateText'),
    confirm: words('deactivate'),
    isDangerous: true,
  })
  if (!isMeant) return
  try {
    await api('POST', `/user_groups/${id}/deactivate`)
  } catch (error) {
    const isUsed = error instanceof ApiFailure && error.code === 'CANNOT_DEACTIVATE_GROUP_IN_USE'
    toast({ text: isUsed ? words('inUse') : failureText(error), tone: 'danger' })
  }
}
