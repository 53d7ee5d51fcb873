"""The ideas that phrases are made of, in German, French, Spanish, Portuguese, Russian, Chinese, Japanese and Korean.

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
        "ignore~": r"ignorier(?:e|en|t|st|en sie)|missachte[nt]?|vergiss|vergessen sie|übergehe[nt]?"
        r"|setze[nt]? .{0,40}außer kraft"
        r"|ignore[zr]|ignorez|ignorer|oublie[zr]?|fais abstraction|faites abstraction|ne (?:tiens|tenez) (?:pas |plus "
        r"|aucun )?compte|outrepasse[zr]?"
        r"|ignora[rd]?|ignoren?|ignores|olvida[rd]?|olvid[ea]n?|haz caso omiso|haga caso omiso|desestima|descarta|omite"
        r"|esque[cç]a|desconsidere[m]?|desconsiderar|desobede[cç]a"
        r"|(?:про)?игнориру(?:й|йте|ем)|забуд(?:ь|ьте)|не обращай(?:те)? внимани|отмени(?:те)?|пренебреги"
        r"|не следуй(?:те)?"
        r"|忽略|忽视|無視|无视|忘记|忘掉|忘記|不要遵循|不要遵守|不要理会|不再遵|抛弃|丢弃|忘れ|従わない|従うな|破棄"
        r"|무시|잊어|잊고|따르지",
        "prior~": r"vorherige[nr]?|vorige[nr]?|bisherige[nr]?|vorangegangene[nr]?|obige[nr]?|frühere[nr]?|alle(?:r|n)?"
        r"|sämtliche[nr]?|deine|ihre"
        r"|précédente?s?|antérieure?s?|ci-dessus|toutes? (?:les|vos|tes)|tous (?:les|vos|tes)|initiale?s"
        r"|anteriore?s|previ[oa]s|tod[ao]s (?:las|los|as|os|tus|sus|suas|seus)|precedentes|originales|originais"
        r"|iniciais"
        r"|предыдущ|прежн|прошл|вышеуказанн|все |всех |свои|изначальн|системн"
        r"|之前|先前|以前|此前|上述|上面|以上|前面|所有|全部|一切|原有|既有|系统|系統|これまで|すべて|全て|前の|元の|システム"
        r"|이전|앞선|모든|기존|위의|지금까지|시스템",
        "rules~": r"anweisung(?:en)?|instruktion(?:en)?|regeln?|vorgaben|richtlinien|befehle|systemprompts?"
        r"|einschränkungen"
        r"|instructions|consignes|règles|directives|invites? système|restrictions"
        r"|instrucci(?:ones|ón)|reglas|directrices|indicaciones|órdenes|restricciones"
        r"|instruç(?:ões|ão)|regras|diretrizes|orientações|restrições|prompts? (?:de|do) sistema"
        r"|инструкци|указани|правил|ограничени|директив|промпт"
        r"|指令|指示|规则|規則|提示词|提示詞|命令|要求|限制|约束|プロンプト|ルール|制約|指図"
        r"|지시|명령|규칙|프롬프트|지침|제한",
        "nottell~": r"(?:sage?|informiere?|erzähle?|erwähne?|verrate?|teile"
        r"|benachrichtige?)[nt]?(?: sie)?(?: \S+){0,5} (?:nicht|nichts|niemals)"
        r"|ohne (?:\S+ ){0,4}(?:zu informieren|zu benachrichtigen|mitzuteilen|wissen)"
        r"|n[e'] ?(?:l' ?|en |le )?(?:dis|dites|parle[zr]?|informe[zr]?|mentionne[zr]?|préviens|prévenez|révèle[zr]?"
        r"|signale[zr]?)(?: \S+){0,2} (?:pas|rien|jamais)"
        r"|sans (?:en )?(?:informer|prévenir|avertir|le dire|mentionner)|à l'insu"
        r"|(?:no|nunca) (?:le |se lo |lo )?(?:digas?|informes?|menciones?|reveles?|notifiques?|cuentes?|avises?)"
        r"|sin (?:informar|avisar|notificar|decir|que)"
        r"|(?:não|nunca) (?:o |lhe )?(?:digas?|informe|mencione|contes?|conte|revele|avise|notifique|fale)"
        r"|sem (?:informar|avisar|notificar|contar|dizer|que)"
        r"|не (?:говори|сообщай|упоминай|рассказывай|уведомляй|раскрывай|информируй)(?:те)?|без ведома|не уведомляя"
        r"|не сообщая"
        r"|(?:不要|别|勿|不得|不可|切勿|无需|不能|请勿|禁止)(?:向|对|让|给|把|将)?.{0,12}(?:告诉|告知|提及|透露|通知|提到|说明|知道|察觉)|隐瞒|瞒着|(?:不|未)被.{0,6}发现"
        r"|(?:知らせ|伝え|言わ|教え|通知し|明かさ|話さ|報告し)(?:ないで|ず|ない|てはいけ|るな)|言及しない|秘密に|内緒"
        r"|(?:알리지|말하지|언급하지|밝히지|보고하지|알려주지|통지하지) ?(?:마|말|않)|몰래|모르게",
        "untold~": r"(?:sage?|erzähle?|verrate?|teile|gib)[nt]?(?: sie)? (?:dem|den|der|einem) (?:benutzer|nutzer"
        r"|anwender)"
        r"\S*(?: \S+){0,3} (?:nicht|nichts|niemals)",
        "user~": r"(?:dem |den |der |einem )?(?:benutzer|nutzer|anwender)(?:n|in|s)?|l'utilisateur|utilisateurs?|(?:al "
        r"|el |del )?usu[aá]rios?|(?:ao |o |do )?utilizador(?:es)?"
        r"|пользовател|用户|使用者|用戶|ユーザ|利用者|사용자|유저",
        "send~": r"sende[nt]?|schicke[nt]?|übermittle|übertrage|lade .{0,40}hoch|leite .{0,40}weiter|envoie[zr]?"
        r"|transmets|transmettez|téléverse[zr]?|téléchargez? .{0,30} vers"
        r"|publie[zr]?|env[ií]a[rd]?|envíe|envíalos?|sube|suba|transmite|reenvía|envie|enviar|carregue|transmita"
        r"|encaminhe"
        r"|отправ(?:ь|ьте|ляй|ляйте|ить)|перешли(?:те)?|загрузи(?:те)?|передай(?:те)?|выгрузи"
        r"|发送|發送|上传|上傳|传送|傳送|转发|提交|发到|传到|送信|アップロード|転送|送って|送る|投稿|전송|업로드|보내|전달",
        "secret~": r"passw(?:ort|örter)|zugangsdaten|geheimnisse|api-?schlüssel|schlüssel|umgebungsvariablen"
        r"|anmeldedaten|unterhaltung|gesprächsverlauf|mots? de passe|identifiants"
        r"|clés?(?: api| ssh| privées?)|variables d'environnement|secrets|conversation|contraseñas?|credenciales"
        r"|claves?(?: api| privadas?| ssh)?|variables de entorno"
        r"|conversación|senhas?|credenciais|chaves?(?: de api| privadas?| ssh)|variáveis de ambiente|conversa"
        r"|api[- ]?keys?|tokens?"
        r"|парол|учетны|учётны|ключ|секрет|токен|переменн\S+ окружени|переписк|диалог|истори\S+ (?:чата|разговора)"
        r"|密码|密碼|密钥|密鑰|凭证|凭据|憑證|秘钥|私钥|令牌|环境变量|環境變數|对话|聊天记录|会话|助记词|パスワード|秘密鍵|認証情報|apiキー|トークン|環境変数|会話"
        r"|비밀번호|자격 ?증명|api ?키|개인 ?키|토큰|환경 ?변수|대화|비밀",
        "obey~": r"befolge[nt]?|führe .{0,40}aus|folge[nt]? (?:den|diesen)|exécute[zr]?|suis|suivez|obéis|ejecuta[r]?"
        r"|sigue|siga|obedece|cumple|execute|siga as|obedeça|выполни(?:те|ть)?|следуй(?:те)?|исполни(?:те)?"
        r"|执行|執行|遵循|按照|运行|照做|実行|従っ|従う|実行して|실행|따라|따르",
        "noask~": r"ohne (?:\S+ ){0,3}(?:bestätigung|nachfrage|rückfrage|zustimmung|erlaubnis|zu fragen)"
        r"|sans (?:\S+ ){0,3}(?:confirmation|demander|autorisation|approbation|permission)"
        r"|sin (?:\S+ ){0,3}(?:confirmación|preguntar|pedir|autorización|aprobación|permiso)"
        r"|sem (?:\S+ ){0,3}(?:confirmação|perguntar|pedir|autorização|aprovação|permissão)"
        r"|без (?:\S+ ){0,3}(?:подтвержден|разрешен|согласия|спроса|одобрен)|не спрашивая|(?:无需|無需|不需要|不必|不用"
        r"|未经).{0,8}(?:确认|確認|同意|批准|许可|询问)"
        r"|(?:確認|承認|許可)(?:なし|を求めず|を取らず|せず)|(?:확인|승인|허락|동의) ?없이",
        "reveal~": r"zeige|gib .{0,30}(?:aus|preis)|verrate|wiederhole|affiche[zr]?|révèle[zr]?|montre[zr]?|répète[zr]?"
        r"|muestra|revela|imprime|repite|mostre|revele|imprima|repita"
        r"|покажи|раскрой|выведи|повтори|显示|輸出|输出|透露|打印|泄露|重复|表示して|出力|教えて|公開|보여|출력|공개|알려",
        "inner~": r"systemprompt|system-prompt|systemanweisung(?:en)?|(?:invite|prompt|consignes|instructions) système"
        r"|(?:prompt|instrucciones|mensaje) del? sistema|(?:prompt|instruções|mensagem) d[eo] sistema"
        r"|системн\S+ (?:промпт|инструкц|сообщени|подсказк)|系统提示|系統提示|系统指令|システムプロンプト|システム指示|시스템 ?프롬프트|시스템 ?지시",
    }
)
