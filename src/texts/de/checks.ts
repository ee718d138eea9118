import type { checks as english } from '../en/checks.ts'

export const checks: typeof english = {
  says: {
    reached: (place) => `Der Server ist unter ${place} auch für andere Geräte erreichbar.`,
    behind_proxy: (place) => `Der Server ist unter ${place} erreichbar, hinter einem Proxy.`,
    site_not_needed: '`site` fehlt, deshalb nennen Antworten den Namen, unter dem der Server gefragt wurde.',
    site_set: (site) => `Antworten und E-Mails verweisen auf ${site}.`,
    no_certificate: 'Der Server selbst spricht http.',
    certificate_valid: (file, names, days) => `${file} gilt für ${names} und noch ${days} Tage.`,
    answers: (address) => `Unter ${address} antwortet ein Server.`,
    answers_encrypted: (address, names) =>
      `Unter ${address} antwortet ein Server mit dem Zertifikat aus den Einstellungen für ${names}.`,
    answers_badly: (address, status) => `Der Server unter ${address} antwortet mit dem Status ${status}.`,
    answers_nothing: (address) => `Unter ${address} antwortet kein Server.`,
    shows_another: (address, name, names, end) =>
      `Der Server unter ${address} verwendet für ${name} nicht das Zertifikat aus den Einstellungen, sondern ` +
      `eines für ${names}, gültig bis ${end}.`,
    disk_free: (size, folder) => `Auf dem Laufwerk von ${folder} sind ${size} MiB frei.`,
    disk_full: (size, folder, wanted) =>
      `Auf dem Laufwerk von ${folder} sind ${size} MiB frei, und ${wanted} MiB werden gebraucht.`,
    no_mail: 'E-Mails werden nicht verschickt, sondern in den Datenordner geschrieben.',
    mail_works: 'Der Mailserver antwortet.',
    mail_fails: (why) => `Der Mailserver nimmt keine E-Mails an: ${why}`,
    signups_open: 'Alle können sich registrieren.',
    signups_invitation: 'Nur wer eine Einladung hat, kann sich registrieren.',
    signups_closed: 'Die Registrierung ist geschlossen. Legen Sie Konten mit `reelcommons account create` an.',
    signups_need_mail: 'Man kann sich registrieren, bekommt aber keine E-Mail, um die Adresse zu bestätigen.',
    no_sample: 'Der Katalog enthält kein Beispiel.',
    sample: 'Der Beispielkatalog ist noch da.',
    has_titles: (engine) => `Der Katalog lässt sich lesen (${engine}) und enthält Titel.`,
    has_sample_only: (engine) =>
      `Der Katalog lässt sich lesen (${engine}). Seine Titel sind vielleicht nur die des Beispiels.`,
    empty: (engine) => `Der Katalog lässt sich lesen (${engine}). Er enthält weder Filme noch Serien.`,
    pictures_well: (count) => `${count} Bilder sind gespeichert. Keines fehlt oder ist beschädigt.`,
    pictures_ill: (count) => `${count} Bilder fehlen, sind beschädigt oder werden nicht gebraucht.`,
    app_asked: 'Eine App hat ihren Schlüssel benutzt.',
    no_app_asked: 'Noch keine App hat ihren Schlüssel benutzt.',
    no_key: 'Noch keine App hat einen Schlüssel.',
    keys: (dialect, count) => `Gültige Schlüssel des Dialekts ${dialect}: ${count}.`,
    no_neutral_key: 'Es gibt keinen gültigen Schlüssel des Dialekts neutral.',
    no_common_key: 'Es gibt keinen gültigen Schlüssel des Dialekts common.',
    no_shared_key: 'Die Apps aus `appHosts` haben keinen gemeinsamen Schlüssel.',
    codes_encrypted: (count) =>
      `Die geheimen Schlüssel der Einmalcodes sind verschlüsselt. Konten, die welche haben: ${count}.`,
    codes_lost: (count) =>
      `Konten, deren Einmalcodes sich nicht prüfen lassen, weil \`secretKey\` geändert wurde: ${count}.`,
    codes_readable: (count) =>
      '`secretKey` fehlt, deshalb stehen die geheimen Schlüssel der Einmalcodes unverschlüsselt in der ' +
      `Datenbank und ihren Sicherungen. Konten, die Codes haben: ${count}.`,
    codes_from_before: (count) =>
      'Geheime Schlüssel von Einmalcodes, die noch unverschlüsselt sind, weil sie älter sind als ' +
      `\`secretKey\`: ${count}.`,
  },
  remedy: {
    answers_badly: 'Sehen Sie in seinem Protokoll nach.',
    answers_nothing: 'Starten Sie ihn mit `reelcommons serve` und diesen Einstellungen.',
    shows_another:
      'Vielleicht antwortet dort ein anderes Programm, oder der Server läuft mit anderen Einstellungen: Starten Sie ' +
      'ihn mit diesen neu.',
    disk_full: 'Schaffen Sie Platz: Sonst werden neue Bilder oder alle Änderungen abgelehnt.',
    no_mail: 'Setzen Sie `smtp` auf die Adresse eines Mailservers.',
    mail_fails: 'Korrigieren Sie `smtp`.',
    signups_need_mail: 'Setzen Sie `smtp`, oder schließen Sie die Registrierung mit `signups`.',
    sample: 'Entfernen Sie ihn mit `reelcommons sample remove`, wenn Sie ihn nicht mehr brauchen.',
    has_sample_only: 'Füllen Sie ihn mit Eigenem unter *Katalog füllen* oder mit `reelcommons import`.',
    empty: 'Füllen Sie ihn unter *Katalog füllen* oder mit `reelcommons import`.',
    pictures_ill: '`reelcommons doctor images` listet sie auf.',
    no_app_asked: 'Testen Sie ihn unter *Einstellungen → Verbinden*.',
    no_key: 'Legen Sie einen unter *Einstellungen → Verbinden* oder mit `reelcommons key create` an.',
    no_neutral_key:
      'Für Programme, die sich an die Spezifikation halten: `reelcommons key create --name N --plan developer ' +
      '--dialect neutral`.',
    no_common_key: 'Für bestehende Apps: `reelcommons key create --name N --plan developer --dialect common`.',
    no_shared_key: 'Starten Sie den Server mit `appHosts` neu.',
    codes_lost: 'Setzen Sie `secretKey` auf den früheren Wert, oder rufen Sie `reelcommons account remove-codes` auf.',
    codes_readable:
      'Setzen Sie `secretKey` auf einen zufälligen Text, etwa aus `openssl rand -hex 32`, und heben Sie ihn auf.',
    codes_from_before: 'Jeder wird verschlüsselt, wenn sich das Konto das nächste Mal anmeldet.',
  },
}
