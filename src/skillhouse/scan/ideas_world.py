"""The ideas that phrases are made of, in thirteen languages besides English, German first.

Each name ends in `~`: word order differs between languages, so their phrases go both ways. Texts come in lower case.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["WORLD"]

WORLD: Mapping[str, str] = MappingProxyType(
    {
        "ignore~": r"ignora(?:te|re)|trascura(?:te)?|dimentica(?:te)?|negeer|negeren|vergeet|yok say(?:ın)?|göz ardı et|unut|görmezden gel|zignoruj|ignoruj|pomiń|zapomnij|abaikan|lupakan|تجاهل|انس|अनदेखा|bỏ qua|phớt lờ|"
        r"ignorier(?:e|en|t|st|en sie)|missachte[nt]?|vergiss|vergessen sie|übergehe[nt]?"
        r"|setze[nt]? .{0,40}außer kraft|ignore[zr]|ignorez|ignorer|oublie[zr]?|fais abstraction|faites abstraction"
        r"|ne (?:tiens|tenez) (?:pas |plus |aucun )?compte|outrepasse[zr]?|ignora[rd]?|ignoren?|ignores|olvida[rd]?"
        r"|olvid[ea]n?|haz caso omiso|haga caso omiso|desestima|descarta|omite|esque[cç]a|desconsidere[m]?"
        r"|desconsiderar|desobede[cç]a|(?:про)?игнориру(?:й|йте|ем)|забуд(?:ь|ьте)|не обращай(?:те)? внимани"
        r"|отмени(?:те)?|пренебреги|не следуй(?:те)?|忽略|忽视|無視|无视|忘记|忘掉|忘記|不要遵循|不要遵守|不要理会|不再遵|抛弃|丢弃|忘れ|従わない|従うな|破棄|무시"
        r"|잊어|잊고|따르지",
        "prior~": r"precedenti|vorige|eerdere|alle|önceki|tüm|bütün|poprzednie|wcześniejsze|wszystkie|sebelumnya|semua|السابقة|جميع|पिछले|सभी|trước|tất cả|"
        r"vorherige[nr]?|vorige[nr]?|bisherige[nr]?|vorangegangene[nr]?|obige[nr]?|frühere[nr]?|alle(?:r|n)?"
        r"|sämtliche[nr]?|deine|ihre|précédente?s?|antérieure?s?|ci-dessus|toutes? (?:les|vos|tes)|tous (?:les|vos"
        r"|tes)|initiale?s|anteriore?s|previ[oa]s|tod[ao]s (?:las|los|as|os|tus|sus|suas|seus)|precedentes|originales"
        r"|originais|iniciais|предыдущ|прежн|прошл|вышеуказанн|все |всех |свои|изначальн|системн|之前|先前|以前|此前|上述|上面|以上"
        r"|前面|所有|全部|一切|原有|既有|系统|系統|これまで|すべて|全て|前の|元の|システム|이전|앞선|모든|기존|위의|지금까지|시스템",
        "rules~": r"istruzioni|regole|direttive|instructies|regels|aanwijzingen|opdrachten|talimat\w*|kural\w*|yönerge\w*|instrukcj\w+|polece\w+|zasad\w*|instruksi|perintah|aturan|التعليمات|الأوامر|निर्देश|hướng dẫn|chỉ thị|"
        r"anweisung(?:en)?|instruktion(?:en)?|regeln?|vorgaben|richtlinien|befehle|systemprompts?"
        r"|einschränkungen|instructions|consignes|règles|directives|invites? système|restrictions|instrucci(?:ones|ón)"
        r"|reglas|directrices|indicaciones|órdenes|restricciones|instruç(?:ões|ão)|regras|diretrizes|orientações"
        r"|restrições|prompts? (?:de|do) sistema|инструкци|указани|правил|ограничени|директив|промпт|指令|指示|规则|規則|提示词"
        r"|提示詞|命令|要求|限制|约束|プロンプト|ルール|制約|指図|지시|명령|규칙|프롬프트|지침|제한",
        "nottell~": r"non (?:dir(?:e|lo|glielo)|dica|informare|menzionare|rivelare|avvisare)|senza (?:informare|dire|avvisare)|vertel (?:het |dit )?(?:\S+ ){0,3}niet|(?:zeg|meld|noem) (?:het |dit )?(?:\S+ ){0,3}niet|zonder (?:\S+ ){0,3}(?:te vertellen|te melden|medeweten)|söyleme(?:yin)?|bahsetme(?:yin)?|bildirme(?:yin)?|haber verme(?:den|yin)?|nie (?:mów|informuj|wspominaj|ujawniaj)|jangan (?:beri tahu|beritahu|sebutkan|katakan)|لا تخبر|دون إخبار|مت बताओ|न बताएं|không (?:nói|thông báo|tiết lộ)|đừng nói|"
        r"(?:sage?|informiere?|erzähle?|erwähne?|verrate?|teile"
        r"|benachrichtige?)[nt]?(?: sie)?(?: \S+){0,5} (?:nicht|nichts|niemals)|ohne (?:\S+ ){0,4}(?:zu informieren"
        r"|zu benachrichtigen|mitzuteilen|wissen)|n[e'] ?(?:l' ?|en |le )?(?:dis|dites|parle[zr]?|informe[zr]?"
        r"|mentionne[zr]?|préviens|prévenez|révèle[zr]?|signale[zr]?)(?: \S+){0,2} (?:pas|rien|jamais)"
        r"|sans (?:en )?(?:informer|prévenir|avertir|le dire|mentionner)|à l'insu|(?:no|nunca) (?:le |se lo "
        r"|lo )?(?:digas?|informes?|menciones?|reveles?|notifiques?|cuentes?|avises?)|sin (?:informar|avisar|notificar"
        r"|decir|que)|(?:não|nunca) (?:o |lhe )?(?:digas?|informe|mencione|contes?|conte|revele|avise|notifique|fale)"
        r"|sem (?:informar|avisar|notificar|contar|dizer|que)|не (?:говори|сообщай|упоминай|рассказывай|уведомляй"
        r"|раскрывай|информируй)(?:те)?|без ведома|не уведомляя|не сообщая|(?:不要|别|勿|不得|不可|切勿|无需|不能|请勿|禁止)(?:向|对|让|给|把"
        r"|将)?.{0,12}(?:告诉|告知|提及|透露|通知|提到|说明|知道|察觉)|隐瞒|瞒着|(?:不|未)被.{0,6}发现|(?:知らせ|伝え|言わ|教え|通知し|明かさ|話さ|報告し)(?:ないで|ず|ない"
        r"|てはいけ|るな)|言及しない|秘密に|内緒|(?:알리지|말하지|언급하지|밝히지|보고하지|알려주지|통지하지) ?(?:마|말|않)|몰래|모르게",
        "untold~": r"(?:sage?|erzähle?|verrate?|teile|gib)[nt]?(?: sie)? (?:dem|den|der|einem) (?:benutzer|nutzer"
        r"|anwender)\S*(?: \S+){0,3} (?:nicht|nichts|niemals)",
        "user~": r"all'utente|l'utente|utenti?|gebruikers?|kullanıcı\w*|użytkownik\w*|pengguna|المستخدم|उपयोगकर्ता|người dùng|"
        r"(?:dem |den |der |einem )?(?:benutzer|nutzer|anwender)(?:n|in|s)?|l'utilisateur|utilisateurs?"
        r"|(?:al |el |del )?usu[aá]rios?|(?:ao |o |do )?utilizador(?:es)?|пользовател|用户|使用者|用戶|ユーザ|利用者|사용자|유저",
        "send~": r"invia(?:re|te|lo|li)?|manda(?:re|te)?|carica(?:re|te)?|trasmetti|verstuur|stuur|verzend|gönder(?:in)?|yükle(?:yin)?|wyślij|prześlij|kirim(?:kan)?|unggah|أرسل|ارفع|भेजें|भेजो|gửi|"
        r"sende[nt]?|schicke[nt]?|übermittle|übertrage|lade .{0,40}hoch|leite .{0,40}weiter|envoie[zr]?"
        r"|transmets|transmettez|téléverse[zr]?|téléchargez? .{0,30} vers|publie[zr]?|env[ií]a[rd]?|envíe|envíalos?"
        r"|sube|suba|transmite|reenvía|envie|enviar|carregue|transmita|encaminhe|отправ(?:ь|ьте|ляй|ляйте|ить)"
        r"|перешли(?:те)?|загрузи(?:те)?|передай(?:те)?|выгрузи|发送|發送|(?:^|[^费費])(?:上传|上傳)|传送|傳送|转发|提交|发到|传到|送信|アップロード(?:し|する|せ|[。、\s]|$)|転送|送って|送る|投稿"
        r"|전송|업로드|보내|전달",
        "secret~": r"credenziali|chiavi(?: api| private| ssh)?|segreti|wachtwoord(?:en)?|sleutels?|inloggegevens|geheimen|şifre\w*|parola\w*|kimlik bilgi\w*|hasł\w+|klucz\w*|kata sandi|kredensial|kunci api|كلمات المرور|كلمة المرور|पासवर्ड|mật khẩu|"
        r"passw(?:ort|örter)|zugangsdaten|geheimnisse|api-?schlüssel|schlüssel|umgebungsvariablen"
        r"|anmeldedaten|unterhaltung|gesprächsverlauf|mots? de passe|identifiants|clés?(?: api| ssh| privées?)"
        r"|variables d'environnement|secrets|conversation|contraseñas?|credenciales|claves?(?: api| privadas?| ssh)?"
        r"|variables de entorno|conversación|senhas?|credenciais|chaves?(?: de api| privadas?| ssh)"
        r"|variáveis de ambiente|conversa|api[- ]?keys?|tokens?|парол|учетны|учётны|ключ|секрет|токен"
        r"|переменн\S+ окружени|переписк|диалог|истори\S+ (?:чата|разговора)|密码|密碼|密钥|密鑰|凭证|凭据|憑證|秘钥|私钥|令牌|环境变量|環境變數"
        r"|对话|聊天记录|会话|助记词|パスワード|秘密鍵|認証情報|apiキー|トークン|環境変数|会話|비밀번호|자격 ?증명|api ?키|개인 ?키|토큰|환경 ?변수|대화|비밀",
        # What takes the phrases back: a ban, a condition upon the user, talk of a cache.
        "forbids~": r"nicht (?:\S+ ){0,6}ohne|ohne (?:\S+ ){1,6}(?:nicht|nie|niemals)|(?:ne |n'|jamais )(?:\S+ ){0,8}sans"
        r"|(?:no|nunca) (?:\S+ ){1,6}sin|(?:não|nunca) (?:\S+ ){1,6}sem|(?:не|никогда) (?:\S+ ){1,6}без"
        r"|(?:未经|无需|没有)[^。！？]{0,24}(?:不要|不得|请勿|切勿|禁止|不可|不能|不应|严禁|绝不)|(?:不要|不得|请勿|切勿|禁止|不可|不能|不应|严禁|绝不)"
        r"[^。！？]{0,16}未经|(?:なし|を求めず|を取らず|せず)に?[^。！？]{0,30}(?:しない|ないで|てはいけ|てはなら|禁止)|없이[^.。]{0,30}(?:마세요|마십시오|않|금지)",
        "onlyif~": r"ない(?:限り|場合|なら|とき|時)|なければ|않는 한|않으면|지 않는 경우",
        "caching~": r"缓存|快取|キャッシ|캐시|caching|cache\b|кэш",
        "obey~": r"befolge[nt]?|führe .{0,40}aus|folge[nt]? (?:den|diesen)|exécute[zr]?|suis|suivez|obéis|ejecuta[r]?"
        r"|sigue|siga|obedece|cumple|execute|siga as|obedeça|выполни(?:те|ть)?|следуй(?:те)?|исполни(?:те)?|执行|執行|遵循"
        r"|按照|运行|照做|実行|従っ|従う|実行して|실행|따라|따르",
        "noask~": r"senza (?:\S+ ){0,3}(?:conferma|chiedere|autorizzazione|permesso)|zonder (?:\S+ ){0,3}(?:bevestiging|toestemming|te vragen)|onay(?: almadan|sız)|sormadan|bez (?:\S+ ){0,2}(?:potwierdzenia|pytania|zgody)|tanpa (?:konfirmasi|izin|bertanya)|"
        r"ohne (?:\S+ ){0,3}(?:bestätigung|nachfrage|rückfrage|zustimmung|erlaubnis|zu fragen)"
        r"|sans (?:\S+ ){0,3}(?:confirmation|demander|autorisation|approbation|permission)"
        r"|sin (?:\S+ ){0,3}(?:confirmación|preguntar|pedir|autorización|aprobación|permiso)"
        r"|sem (?:\S+ ){0,3}(?:confirmação|perguntar|pedir|autorização|aprovação|permissão)"
        r"|без (?:\S+ ){0,3}(?:подтвержден|разрешен|согласия|спроса|одобрен)|не спрашивая|(?:无需|無需|不需要|不必|不用"
        r"|未经).{0,8}(?:确认|確認|同意|批准|许可|询问)|(?:確認|承認|許可)(?:なし|を求めず|を取らず|せず)|(?:확인|승인|허락|동의) ?없이",
        "reveal~": r"zeige|gib .{0,30}(?:aus|preis)|verrate|wiederhole|affiche[zr]?|révèle[zr]?|montre[zr]?"
        r"|répète[zr]?|muestra|revela|imprime|repite|mostre|revele|imprima|repita|покажи|раскрой|выведи|повтори|显示|輸出"
        r"|输出|透露|打印|泄露|重复[^的]|表示して|出力|教えて|公開|보여|출력|공개|알려",
        "inner~": r"systemprompt|system-prompt|systemanweisung(?:en)?|(?:invite|prompt|consignes|instructions) système"
        r"|(?:prompt|instrucciones|mensaje) del? sistema|(?:prompt|instruções|mensagem) d[eo] sistema"
        r"|системн\S+ (?:промпт|инструкц|сообщени|подсказк)|系统提示|系統提示|系统指令|システムプロンプト|システム指示|시스템 ?프롬프트|시스템 ?지시",
    }
)
