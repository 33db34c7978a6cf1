import { words } from '../../words/channels.ts'
import { Choice } from '../controls/choice-setting.tsx'

export interface TopicsChoiceProps {
  readonly value: string
  readonly isDisabled?: boolean
  readonly onChange: (policy: string) => void
}

/** Whether messages of a channel need a topic. */
export function TopicsChoice({ value, isDisabled = false, onChange }: TopicsChoiceProps) {
  return (
    <Choice
      label={words('topics')}
      value={value}
      isDisabled={isDisabled}
      options={[
        { value: 'inherit', label: words('topicsInherit') },
        { value: 'allow_empty_topic', label: words('topicsAllow') },
        { value: 'disable_empty_topic', label: words('topicsNamed') },
        { value: 'empty_topic_only', label: words('topicsOnlyEmpty') },
      ]}
      onChange={onChange}
    />
  )
}
