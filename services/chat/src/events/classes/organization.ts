import type { RealmChannelName } from '../../channels/store/channel-write.ts'
import type { MailDomain } from '../../realm/mail-domain.ts'
import type { GroupSettingValue } from '../../tenancy/group-setting-value.ts'
import type { RealmPermissionName, RealmSettings } from '../../tenancy/realm-settings.ts'

type Editing = 'allow_message_editing' | 'message_content_edit_limit_seconds'

/** Settings of the organization that change together, or that are no plain values. */
export type RealmSettingsNow =
  | Readonly<Pick<RealmSettings, Editing>>
  | Readonly<Partial<Record<RealmPermissionName, GroupSettingValue>>>
  // The organization's settings that name channels, when one is gone.
  | Readonly<Partial<Record<RealmChannelName, -1>>>

interface PicturesNow {
  readonly icon: { readonly icon_source: string; readonly icon_url: string }
  readonly logo: { readonly logo_source: string; readonly logo_url: string }
  readonly night_logo: { readonly night_logo_source: string; readonly night_logo_url: string }
}

/** An uploaded picture of the organization. */
export type RealmPictureNow = {
  readonly [Which in keyof PicturesNow]: {
    readonly property: Which
    readonly data: PicturesNow[Which]
  }
}[keyof PicturesNow]

/** A setting of the organization, by its name without `realm_`. */
export interface RealmPropertyNow {
  readonly property: string
  readonly value: boolean | number | string | null
}

interface RealmUpdate extends RealmPropertyNow {
  readonly type: 'realm'
  readonly op: 'update'
}

interface RealmUpdateDict {
  readonly type: 'realm'
  readonly op: 'update_dict'
  readonly property: 'default'
  readonly data: RealmSettingsNow
}

type RealmPictureUpdate = RealmPictureNow & {
  readonly type: 'realm'
  readonly op: 'update_dict'
}

interface RealmDeactivated {
  readonly type: 'realm'
  readonly op: 'deactivated'
  readonly realm_id: number
}

export type RealmDomainsEvent =
  | {
      readonly type: 'realm_domains'
      readonly op: 'add' | 'change'
      readonly realm_domain: MailDomain
    }
  | { readonly type: 'realm_domains'; readonly op: 'remove'; readonly domain: string }

export interface EmojiObject {
  readonly id: string
  readonly name: string
  readonly source_url: string
  readonly still_url: string | null
  readonly deactivated: boolean
  readonly author_id: number | null
}

interface RealmEmoji {
  readonly type: 'realm_emoji'
  readonly op: 'update'
  /** By id. */
  readonly realm_emoji: Readonly<Record<string, EmojiObject>>
}

interface LinkifierObject {
  readonly id: number
  readonly pattern: string
  readonly url_template: string
}

interface RealmLinkifiers {
  readonly type: 'realm_linkifiers'
  readonly realm_linkifiers: readonly LinkifierObject[]
}

interface RealmPlaygrounds {
  readonly type: 'realm_playgrounds'
  readonly realm_playgrounds: readonly {
    readonly id: number
    readonly name: string
    readonly pygments_language: string
    readonly url_template: string
  }[]
}

export interface ProfileFieldObject {
  readonly id: number
  readonly name: string
  readonly type: number
  readonly hint: string
  /** JSON, or nothing. */
  readonly field_data: string
  readonly order: number
  readonly display_in_profile_summary: boolean
  readonly required: boolean
  readonly editable_by_user: boolean
}

interface CustomProfileFields {
  readonly type: 'custom_profile_fields'
  readonly fields: readonly ProfileFieldObject[]
}

interface RealmUserSettingsDefaults {
  readonly type: 'realm_user_settings_defaults'
  readonly op: 'update'
  readonly property: string
  readonly value: boolean | number | string
}

interface RealmExport {
  readonly type: 'realm_export'
  readonly exports: readonly {
    readonly id: number
    readonly export_time: number
    readonly acting_user_id: number
    readonly export_url: string | null
    readonly deleted_timestamp: number | null
    readonly failed_timestamp: number | null
    readonly pending: boolean
    readonly export_type: number
  }[]
}

interface RealmExportConsent {
  readonly type: 'realm_export_consent'
  readonly user_id: number
  readonly consented: boolean
}

interface InvitesChanged {
  readonly type: 'invites_changed'
}

/** Events about the organization as a whole. */
export type OrganizationEvent =
  | RealmUpdate
  | RealmUpdateDict
  | RealmPictureUpdate
  | RealmDeactivated
  | RealmDomainsEvent
  | RealmEmoji
  | RealmLinkifiers
  | RealmPlaygrounds
  | CustomProfileFields
  | RealmUserSettingsDefaults
  | RealmExport
  | RealmExportConsent
  | InvitesChanged
