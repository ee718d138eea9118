import type { checks as english } from '../en/checks.ts'

export const checks: typeof english = {
  says: {
    reached: (place) => `Andere Geräte erreichen den Server. Er lauscht auf ${place}.`,
    behind_proxy: (place) => `Andere Geräte erreichen den Server über einen Proxy. Er lauscht auf ${place}.`,
    site_not_needed: 'Links führen zu der Adresse, unter der der Server geöffnet wurde.',
    site_set: (site) => `Antworten und E-Mails verweisen auf ${site}.`,
    no_certificate:
      'Der Server antwortet unverschlüsselt (http). Das genügt zu Hause und hinter einem Proxy, der verschlüsselt.',
    certificate_valid: (file, names, days) => `${file} gilt für ${names} und noch ${days} Tage.`,
    answers: (address) => `Unter ${address} antwortet ein Server.`,
    answers_encrypted: (address, names) =>
      `Unter ${address} antwortet ein Server mit dem Zertifikat aus den Einstellungen für ${names}.`,
    answers_badly: (address, status) => `Der Server unter ${address} antwortet mit dem Status ${status}.`,
    answers_nothing: (address) => `Unter ${address} antwortet kein Server.`,
    shows_another: (address, name, names, end) =>
      `Der Server unter ${address} verwendet für ${name} nicht das Zertifikat aus den Einstellungen, sondern ` +
      `eines für ${names}, gültig bis ${end}.`,
    disk_free: (size, folder) => `Auf dem Laufwerk von ${folder} sind ${size} frei.`,
    disk_full: (size, folder, wanted) =>
      `Auf dem Laufwerk von ${folder} sind ${size} frei, und ${wanted} werden gebraucht.`,
    disk_read_only: (place) => `Das Laufwerk mit ${place} ist schreibgeschützt (EROFS).`,
    disk_of_another: (place, code, user, owner) =>
      `Der Benutzer ${user} darf ${place} nicht schreiben (${code}); der Besitzer ist der Benutzer mit der Nummer ` +
      `${owner}.`,
    no_mail: (folder) => `Der Server verschickt keine E-Mails. Er schreibt sie in den Ordner ${folder}.`,
    mail_works: 'Der Mailserver antwortet.',
    mail_fails: (why) => `Der Mailserver nimmt keine E-Mails an: ${why}`,
    signups_open: 'Alle können sich registrieren.',
    signups_invitation: 'Nur wer eine Einladung hat, kann sich registrieren.',
    signups_closed: 'Die Registrierung ist geschlossen. Sie legen Konten unter *Konten* an.',
    signups_need_mail: 'Alle können sich registrieren, bekommen aber keine E-Mail, um ihre Adresse zu bestätigen.',
    signups_unsent:
      'Nur wer eine Einladung hat, kann sich registrieren. Wer dabei eine E-Mail-Adresse angibt, bekommt ' +
      'keine E-Mail: Markieren Sie die Adresse unter *Konten* als bestätigt.',
    no_sample: 'Der Katalog enthält kein Beispiel.',
    sample: 'Der Beispielkatalog mit seinen echten und erfundenen Titeln ist noch da.',
    has_titles: (engine) => `Der Katalog enthält eigene Titel. Datenbank: ${engine}.`,
    has_sample_only: (engine) => `Der Katalog enthält nur die Titel des Beispiels. Datenbank: ${engine}.`,
    empty: (engine) => `Der Katalog enthält noch keine Filme und keine Serien. Datenbank: ${engine}.`,
    search_complete: 'Der Suchindex ist vollständig.',
    search_missing: 'Der Suchindex ist noch nicht erstellt. Deshalb findet die Suche nichts.',
    search_rebuilding:
      'Ein neuer Suchindex wird erstellt. Bis er fertig ist, antwortet der bisherige, in dem die letzten Änderungen ' +
      'fehlen können.',
    pictures_well: (count) => `${count} Bilder sind gespeichert. Keines fehlt oder ist beschädigt.`,
    pictures_ill: (count) => `${count} Bilder fehlen, sind beschädigt oder werden nicht gebraucht.`,
    app_asked: 'Eine App hat ihren Schlüssel benutzt.',
    no_app_asked: 'Noch keine App hat ihren Schlüssel benutzt.',
    no_key: 'Noch keine App hat einen Schlüssel.',
    keys: (dialect, count) => `Gültige Schlüssel des Dialekts ${dialect}: ${count}.`,
    no_neutral_key: 'Es gibt keinen gültigen Schlüssel des Dialekts neutral.',
    no_common_key: 'Es gibt keinen gültigen Schlüssel des Dialekts common.',
    no_shared_key: 'Die Apps, die die Namen aus `appHosts` verwenden, haben keinen gemeinsamen Schlüssel.',
    codes_encrypted: (count) =>
      'Die geheimen Schlüssel der Einmalcodes sind in der Datenbank und ihren Sicherungen verschlüsselt. Konten, die ' +
      `Codes haben: ${count}.`,
    codes_lost: (count) =>
      'Der geheime Schlüssel des Servers ist ein anderer als vorher, deshalb lassen sich Einmalcodes nicht prüfen. ' +
      `Konten: ${count}.`,
    codes_readable: (count) =>
      'Der Server hat keinen geheimen Schlüssel. Wer an die Datenbank oder eine Sicherung kommt, kann deshalb die ' +
      `Einmalcodes anderer erzeugen. Konten, die Codes haben: ${count}.`,
    codes_from_before: (count) =>
      'Manche Einmalcodes sind älter als der geheime Schlüssel des Servers und noch unverschlüsselt. Konten: ' +
      `${count}.`,
    backups: (folder) =>
      'Der Server macht von selbst keine Sicherungen. Dieser Befehl macht eine, während er läuft: ' +
      `\`npx reelcommons backup ${folder}\`. Die Seite *Server* hat dafür einen Knopf.`,
    backup_made: (at) => `Die letzte Sicherung, von der der Server weiß, ist vom ${at}.`,
  },
  remedy: {
    answers_badly: 'Sehen Sie in seinem Protokoll nach.',
    answers_nothing: 'Starten Sie ihn mit `npx reelcommons serve` und diesen Einstellungen.',
    shows_another:
      'Vielleicht antwortet dort ein anderes Programm, oder der Server läuft mit anderen Einstellungen: Starten Sie ' +
      'ihn mit diesen neu.',
    disk_full: 'Schaffen Sie Platz: Sonst werden neue Bilder oder alle Änderungen abgelehnt.',
    disk_read_only: 'Hängen Sie es beschreibbar ein: Bis dahin wird nur gelesen.',
    disk_of_another:
      'Starten Sie den Server als dieser Benutzer, oder geben Sie seinem eigenen das Recht, in den Ordner zu ' +
      'schreiben: Bis dahin wird nur gelesen.',
    no_mail:
      'Damit er sie verschickt, setzen Sie die Umgebungsvariable `REELCOMMONS_SMTP=smtps://name:passwort@host:465` ' +
      'mit den Daten Ihres Mailkontos.',
    mail_fails: 'Korrigieren Sie `smtp` in der Form `smtps://name:passwort@host:465`.',
    signups_need_mail:
      'Markieren Sie ihre Adressen unter *Konten* als bestätigt, oder legen Sie unter *Server* fest, dass man eine ' +
      'Einladung braucht oder dass sich niemand registrieren kann.',
    sample:
      'Wenn Sie ihn nicht mehr brauchen, entfernen Sie ihn unter *Server* oder mit `npx reelcommons sample remove`. ' +
      'Titel, die jemand verwendet hat, bleiben.',
    has_sample_only:
      'Fügen Sie Eigenes hinzu: unter *Katalog füllen* oder mit `npx reelcommons import --from auto ORDNER`.',
    empty: 'Füllen Sie ihn unter *Katalog füllen* oder mit `npx reelcommons import --from auto ORDNER`.',
    search_missing:
      'Ein laufender Server erstellt ihn von selbst und schreibt in sein Protokoll, wann er fertig ist. Sonst ' +
      'erstellt ihn `npx reelcommons search-index`.',
    search_rebuilding:
      'Ein laufender Server oder `npx reelcommons search-index` stellt ihn fertig. Läuft keines von beiden, starten ' +
      'Sie den Server.',
    pictures_ill: '`npx reelcommons doctor images` listet sie auf.',
    no_app_asked: 'Testen Sie ihn unter *Einstellungen → Verbinden*.',
    no_key:
      'Legen Sie einen unter *Einstellungen → Verbinden* oder mit `npx reelcommons key create --name NAME --plan ' +
      'developer --dialect common` an.',
    no_neutral_key:
      'Für Programme, die sich an die Spezifikation halten: `npx reelcommons key create --name NAME --plan ' +
      'developer --dialect neutral`.',
    no_common_key: 'Für bestehende Apps: `npx reelcommons key create --name NAME --plan developer --dialect common`.',
    no_shared_key: 'Starten Sie den Server mit demselben `--app-hosts` neu: Dabei entsteht der Schlüssel.',
    codes_lost:
      'Starten Sie den Server mit dem früheren Schlüssel. Ist er verloren, entfernen Sie die Codes jedes Kontos mit ' +
      '`npx reelcommons account remove-codes --username NAME`.',
    codes_readable:
      'Erzeugen Sie einmal einen mit `openssl rand -hex 32`, und setzen Sie ihn bei jedem Start als ' +
      'Umgebungsvariable `REELCOMMONS_SECRET_KEY`. Heben Sie ihn getrennt von den Sicherungen auf.',
    codes_from_before: 'Jeder wird verschlüsselt, wenn sich das Konto das nächste Mal anmeldet.',
  },
}
