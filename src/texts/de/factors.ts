import type { factors as english } from '../en/factors.ts'

export const factors: typeof english = {
  on: 'Ein',
  off: 'Aus',
  code: 'Code',
  signInHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  codeHint: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes. Jeder gilt einmal.',
  wrongCode: 'Dieser Code ist falsch, abgelaufen oder schon benutzt.',
  step: {
    title: 'Code eingeben',
    lead: (username) => `Ihr Passwort stimmt. Noch ein Schritt, um sich als ${username} anzumelden.`,
    lostTitle: 'Kein Code?',
    lost:
      'Wenn Sie Ihr Telefon nicht haben, geben Sie einen der zehn Wiederherstellungscodes ein, die Sie aufbewahrt ' +
      'haben. Wenn auch diese fehlen, wenden Sie sich an die Betreiber dieses Servers.',
  },
  codes: {
    title: 'Einmalcodes',
    text:
      'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code. Damit kann sich niemand anmelden, der nur ' +
      'Ihr Passwort kennt.',
    since: (date) => `Wer sich mit Ihrem Passwort anmeldet, braucht seit ${date} auch einen Code aus Ihrer App.`,
    turnOn: 'Einmalcodes einschalten',
    turnOff: 'Einmalcodes ausschalten',
    turnOffLead: 'Danach genügt Ihr Passwort, um sich anzumelden. Ihre Wiederherstellungscodes werden gelöscht.',
    lead: 'Sie brauchen eine Authenticator-App auf Ihrem Telefon oder Computer. Geben Sie zuerst Ihr Passwort ein.',
    install: 'Öffnen Sie Ihre Authenticator-App, oder installieren Sie eine. Jede App für Einmalcodes (TOTP) geht.',
    scan: 'Scannen Sie dieses Bild mit der App.',
    picture: 'QR-Code mit dem Schlüssel für Ihre Authenticator-App',
    orType: 'Oder tippen Sie diesen Schlüssel in die App:',
    openApp: 'App auf diesem Gerät öffnen',
    enter: (minutes) => `Geben Sie den Code ein, den die App jetzt zeigt. Sie haben ${minutes} Minuten Zeit.`,
    enterHint: 'Sechs Ziffern.',
    isOn: 'Einmalcodes sind eingeschaltet.',
  },
  passkeys: {
    title: 'Passkeys',
    text: 'Melden Sie sich mit Finger, Gesicht oder der PIN Ihres Geräts an, ohne Passwort und ohne Code.',
    signIn: 'Mit Passkey anmelden',
    add: 'Passkey hinzufügen',
    lead: 'Ihr Gerät bewahrt den Passkey auf. Geben Sie zuerst Ihr Passwort ein.',
    create: 'Passkey erzeugen',
    one: 'Passkey',
    name: 'Name',
    nameHint: 'Damit Sie ihn in der Liste erkennen.',
    rename: 'Umbenennen',
    remove: 'Entfernen',
    added: (date) => `Hinzugefügt am ${date}.`,
    used: (time) => `Zuletzt benutzt am ${time}.`,
    neverUsed: 'Noch nie benutzt.',
    worksAt: (host) => `Er gilt für ${host}.`,
    notHere: 'Passkeys gibt es nur, wo diese Seite mit ihrem Namen über https geöffnet wird.',
    full: (most) => `Sie haben ${most} Passkeys; mehr sind nicht möglich.`,
    noScript: 'Passkeys brauchen JavaScript und einen neueren Browser. Ihr Passwort gilt auch ohne sie.',
    failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal, oder benutzen Sie Ihr Passwort.',
    known: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  },
  recovery: {
    title: 'Wiederherstellungscodes',
    keepTitle: 'Bewahren Sie diese Codes jetzt auf',
    once: 'Sie werden nur dieses eine Mal angezeigt.',
    keep:
      'Jeder Code meldet Sie einmal an, wenn Sie Ihr Telefon nicht haben. Bewahren Sie die Codes bei wichtigen ' +
      'Unterlagen oder in einem Passwortmanager auf, und nicht nur auf Ihrem Telefon.',
    left: (left, all, date) =>
      left === 1
        ? `1 von ${all} Codes vom ${date} ist übrig. Erzeugen Sie bald neue.`
        : `${left} von ${all} Codes vom ${date} sind übrig.`,
    none: 'Sie haben alle Codes benutzt. Erzeugen Sie jetzt neue.',
    renew: 'Neue Wiederherstellungscodes erzeugen',
    renewLead: 'Die Codes, die Sie jetzt haben, gelten dann nicht mehr.',
    areNew: 'Dies sind Ihre neuen Wiederherstellungscodes. Die früheren gelten nicht mehr.',
  },
  backHome: 'Zurück zu Anmeldung und Sicherheit',
  notices: {
    codesOff: 'Einmalcodes sind ausgeschaltet.',
    passkeyAdded: 'Der Passkey ist hinzugefügt. Sie können sich jetzt damit anmelden.',
    passkeyRefused: 'Der Passkey wurde nicht hinzugefügt. Versuchen Sie es noch einmal.',
    passkeysFull: 'Der Passkey wurde nicht hinzugefügt, weil Sie schon so viele haben, wie möglich sind.',
    passkeyRenamed: 'Der Passkey ist umbenannt.',
    passkeyRemoved: 'Der Passkey ist entfernt. Sie können ihn auch auf Ihrem Gerät löschen.',
    passkeyUnknown:
      'Dieser Passkey gehört hier zu keinem Konto. Versuchen Sie es noch einmal, oder mit Ihrem Passwort.',
    accountDisabled: 'Dieses Konto ist gesperrt. Bitte wenden Sie sich an die Betreiber dieses Servers.',
  },
}
