/** What the bots of the system write: in the language of a channel's organization, or of whom they write to. */
export const NOTICES = {
  'channel events': 'eventos del canal',
  'new channels': 'canales nuevos',
  signups: 'registros',

  '%{user} renamed channel **%{old}** to **%{now}**.':
    '%{user} cambió el nombre del canal **%{old}** a **%{now}**.',
  '%{user} changed the description for this channel.\n\n* **Old description:**\n%{old}\n* **New description:**\n%{now}':
    '%{user} cambió la descripción de este canal.\n\n* **Descripción anterior:**\n%{old}\n* **Descripción nueva:**\n%{now}',
  '*No description.*': '*Sin descripción.*',
  '%{user} changed the [access permissions](/help/channel-permissions) for this channel from **%{old}** to **%{now}**.':
    '%{user} cambió los [permisos de acceso](/help/channel-permissions) de este canal de **%{old}** a **%{now}**.',
  '%{user} changed the [posting permissions](/help/channel-posting-policy) for this channel:\n\n* **Old**: %{old}\n* **New**: %{now}':
    '%{user} cambió los [permisos para publicar](/help/channel-posting-policy) en este canal:\n\n* **Antes**: %{old}\n* **Ahora**: %{now}',
  '%{user} changed the "Allow posting to the *general chat* topic?" setting from **%{old}** to **%{now}**.':
    '%{user} cambió el ajuste «¿Permitir publicar en el tema *general chat*?» de **%{old}** a **%{now}**.',
  Automatic: 'Automático',
  '*%{topic}* topic allowed': 'Se permite el tema *%{topic}*',
  'No *%{topic}* topic': 'Sin el tema *%{topic}*',
  'Only *%{topic}* topic allowed': 'Solo se permite el tema *%{topic}*',
  'Channel #**%{name}** has been archived.': 'El canal #**%{name}** se archivó.',
  'Channel #**%{name}** has been unarchived.': 'El canal #**%{name}** se reactivó.',
  'Web-public': 'Público en la web',
  Public: 'Público',
  'Private, shared history': 'Privado, con historial compartido',
  'Private, protected history': 'Privado, con historial protegido',
  '%{user} has changed the [message retention period](/help/message-retention-policy) for this channel:':
    '%{user} cambió el [periodo de conservación de mensajes](/help/message-retention-policy) de este canal:',
  '%{changed}\n* **Old retention period**: %{old}\n* **New retention period**: %{now}\n\n%{summary}':
    '%{changed}\n* **Periodo anterior**: %{old}\n* **Periodo nuevo**: %{now}\n\n%{summary}',
  'Messages in this channel will now be retained forever.':
    'Los mensajes de este canal ahora se conservan para siempre.',
  'Messages in this channel will now be automatically deleted %{days} days after they are sent.':
    'Los mensajes de este canal ahora se borran solos %{days} días después de enviarse.',
  Forever: 'Para siempre',
  '%{days} days': '%{days} días',

  '%{user} created the following channels: %{names}.':
    '%{user} creó los siguientes canales: %{names}.',
  '%{user} created a new channel %{names}.': '%{user} creó el canal %{names}.',
  '**%{privacy}** channel created by %{user}. **Description:**\n%{description}':
    'Canal creado por %{user}. **Acceso:** %{privacy}. **Descripción:**\n%{description}',
  '%{user} subscribed you to #**%{name}**.': '%{user} te suscribió a #**%{name}**.',
  '%{user} subscribed you to the following channels:\n\n%{names}':
    '%{user} te suscribió a los siguientes canales:\n\n%{names}',
  '%{user} added you to the group @_*%{name}*.': '%{user} te agregó al grupo @_*%{name}*.',
  '%{user} removed you from the group @_*%{name}*.': '%{user} te quitó del grupo @_*%{name}*.',
  '%{user} accepted your invitation to join Zulip!':
    '¡%{user} aceptó tu invitación a unirse a Zulip!',
  '%{user} joined this organization.': '%{user} se unió a esta organización.',

  '%{user} has marked this topic as resolved.': '%{user} marcó este tema como resuelto.',
  '%{user} has marked this topic as unresolved.': '%{user} marcó este tema como no resuelto.',
  'This topic was moved here from %{place} by %{user}.':
    '%{user} movió este tema aquí desde %{place}.',
  'A message was moved here from %{place} by %{user}.':
    '%{user} movió un mensaje aquí desde %{place}.',
  '%{count} messages were moved here from %{place} by %{user}.':
    '%{user} movió %{count} mensajes aquí desde %{place}.',
  'This topic was moved to %{place} by %{user}.': '%{user} movió este tema a %{place}.',
  'A message was moved to %{place} by %{user}.': '%{user} movió un mensaje a %{place}.',
  '%{count} messages were moved to %{place} by %{user}.':
    '%{user} movió %{count} mensajes a %{place}.',

  'You requested a reminder for the following direct message.':
    'Pediste un recordatorio de este mensaje directo.',
  'You requested a reminder for %{place}.': 'Pediste un recordatorio de %{place}.',
  '%{about} Note:\n%{note}': '%{about} Nota:\n%{note}',
  '%{user} [said](%{url}):': '%{user} [dijo](%{url}):',
  '%{user} reported a DM sent by %{sender}.\n- Reason: **%{reason}**':
    '%{user} reportó un mensaje directo de %{sender}.\n- Motivo: **%{reason}**',
  '%{user} reported %{place} sent by %{sender}.\n- Reason: **%{reason}**':
    '%{user} reportó %{place}, de %{sender}.\n- Motivo: **%{reason}**',
  '- Notes:\n%{text}': '- Notas:\n%{text}',
  'Message sent by %{sender}': 'Mensaje de %{sender}',
  "%{name}'s moderation requests": 'Solicitudes de moderación sobre %{name}',
  Spam: 'Correo no deseado',
  Harassment: 'Acoso',
  'Inappropriate content': 'Contenido inapropiado',
  'Violates community norms': 'Va contra las normas de la comunidad',
  'Other reason': 'Otro motivo',

  'Failure! %{problem}': '¡Falló! %{problem}',
  "Slack outgoing webhooks don't support direct messages.":
    'Los webhooks salientes de Slack no admiten mensajes directos.',
  'Bot is unavailable': 'El bot no está disponible',
  'Third party responded with %{status}': 'El otro servidor respondió %{status}',
  '[A message](%{url}) to your bot @_**%{bot}** triggered an outgoing webhook.\n%{why}':
    '[Un mensaje](%{url}) a tu bot @_**%{bot}** llamó a su webhook saliente.\n%{why}',
  '[A message](%{url}) to your bot @_**%{bot}** triggered an outgoing webhook.\n%{why}\nThe response contains the following payload:\n%{payload}':
    '[Un mensaje](%{url}) a tu bot @_**%{bot}** llamó a su webhook saliente.\n%{why}\nLa respuesta trae este contenido:\n%{payload}',
  'The webhook got a response with status code *%{status}*.':
    'El webhook recibió una respuesta con el código *%{status}*.',
  'The outgoing webhook server attempted to send a message in Zulip, but that request resulted in the following error:\n> %{problem}':
    'El servidor del webhook saliente quiso enviar un mensaje en Zulip, pero esa solicitud dio este error:\n> %{problem}',
  'The URL configured for the webhook is for a private or disallowed network.':
    'La URL del webhook es de una red privada o que no se permite.',
  'The webhook failed: %{reason}.': 'El webhook falló: %{reason}.',
  'A timeout occurred.': 'Se agotó el tiempo de espera.',
  'A connection error occurred. Is my bot server down?':
    'Hubo un error de conexión. ¿Está caído el servidor de mi bot?',
} as const
