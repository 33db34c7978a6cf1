import { api } from '../../session/api.ts'
import type { Channel } from '../../state/conversations/channels.ts'
import { words } from '../../words/channels.ts'
import { may } from '../controls/may.ts'
import { PermissionForm } from '../controls/permission-form.tsx'
import { Why } from '../frame/section.tsx'
import { mayAdminister, mayRead } from './may-change.ts'
import { CHANNEL_PERMISSIONS, OF_ACCESS, OF_DELETING } from './permission-list.ts'

/** Who may do what in a channel. */
export function PermissionsTab({ channel }: { readonly channel: Channel }) {
  const mayChange = mayAdminister(channel)
  const isDisabled = (name: string): boolean =>
    !mayChange ||
    (OF_DELETING.has(name) && !may('can_set_delete_message_policy_group')) ||
    (OF_ACCESS.has(name) && !mayRead(channel))
  return (
    <>
      {!mayChange && <Why>{words('mayNotChange')}</Why>}
      {CHANNEL_PERMISSIONS.map(({ title, help, permissions }) => (
        <PermissionForm
          key={title}
          title={words(title)}
          help={help === undefined ? undefined : words(help)}
          of="stream"
          permissions={permissions.map(([name, label]) => ({
            name,
            label: words(label),
            isDisabled: isDisabled(name),
          }))}
          values={channel}
          save={(changes) => api('PATCH', `/streams/${channel.stream_id}`, changes)}
        />
      ))}
    </>
  )
}
