"""Hosts by reputation. Plain data: a name stands for itself and for all names below it.

An organization's policy goes before these lists.
"""

from __future__ import annotations

__all__ = [
    "BRANDS",
    "BRAND_DOMAINS",
    "CAPTURE",
    "CONFUSABLES",
    "EXAMPLE",
    "FREE",
    "INSTALLERS",
    "INSTALLER_PATHS",
    "KNOWN",
    "LURE_WORDS",
    "NOT_BRANDS",
    "PASTE",
    "SHORTENERS",
    "STRICT_BRANDS",
]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The projects' own pages tell their users to pipe these into a shell.
INSTALLERS = _names("""
sh.rustup.rs static.rust-lang.org astral.sh install.python-poetry.org bootstrap.pypa.io get.docker.com get.pnpm.io
deno.land bun.sh install.determinate.systems nixos.org get.sdkman.io get.helm.sh get.k3s.io starship.rs ollama.com
ollama.ai cli.github.com fnm.vercel.app get.volta.sh volta.sh mise.run mise.jdx.dev claude.ai code.claude.com
cursor.com opencode.ai sh.vector.dev get.haskellup.io get-ghcup.haskell.org pyenv.run pixi.sh prefix.dev micro.mamba.pm
repo.anaconda.com downloads.claude.ai fly.io install.meteor.com get.rvm.io cli.sentry.dev sentry.io tailscale.com
install.duckdb.org webi.sh webinstall.dev setup.atuin.sh wasmtime.dev dl.yarnpkg.com yarnpkg.com get.jetify.com
moonrepo.dev dot.net dotnet.microsoft.com aka.ms sdk.cloud.google.com get.pulumi.com cli.run.nu encore.dev
foundry.paradigm.xyz release.solana.com release.anza.xyz ampcode.com get.nextflow.io cloud.r-project.org
x.ai get.opentofu.org taskfile.dev just.systems get.chocolatey.org community.chocolatey.org get.scoop.sh install.pi-hole.net
bun.com parallel.ai railway.com railway.app cli.doppler.com cli.infisical.com app.factory.ai cli.kiro.dev zed.dev
sst.dev get.tur.so lmstudio.ai install.lmstudio.ai coder.com dl.dagger.io temporal.download get.wasmer.io clickhouse.com
tiup-mirrors.pingcap.com install.surrealdb.com install.meilisearch.com steampipe.io powerpipe.io get.anchore.io
uploader.codecov.io cli-assets.heroku.com install.datadoghq.com download.newrelic.com artifacts.elastic.co flox.dev
install.lix.systems releases.nixos.org install.julialang.org elixir-install.org crystal-lang.org nim-lang.org dlang.org
download.swift.org install.ohmyz.sh get.chezmoi.io get.rke2.io run.linkerd.io istio.io fluxcd.io get.okteto.com
downloads.slack-edge.com
cdn.coollabs.io dokploy.com pkgs.netbird.io install.zerotier.com sh.starkup.sh sp1up.succinct.xyz opam.ocaml.org
get-coursier.io gleam.run earthly.dev get.earthly.dev pkgs.tailscale.com cli.upbound.io get.porter.sh warp.dev
aliyuncli.alicdn.com morphllm.com www.morphllm.com cli.cloud.oracle.com install.jumpcloud.com dl.min.io
""")
# Paths on hosts where anybody may publish: the project's own installer, and nothing beside it.
INSTALLER_PATHS = _names("""
raw.githubusercontent.com/homebrew/ raw.githubusercontent.com/nvm-sh/nvm/ raw.githubusercontent.com/ohmyzsh/
raw.githubusercontent.com/pyenv/ raw.githubusercontent.com/rbenv/ raw.githubusercontent.com/helm/helm/
raw.githubusercontent.com/aquasecurity/ raw.githubusercontent.com/anchore/ raw.githubusercontent.com/golangci/
raw.githubusercontent.com/creationix/nvm/ raw.githubusercontent.com/junegunn/ raw.githubusercontent.com/asdf-vm/
raw.githubusercontent.com/k3d-io/ raw.githubusercontent.com/rancher/ raw.githubusercontent.com/mamba-org/
raw.githubusercontent.com/kubernetes-sigs/ raw.githubusercontent.com/hashicorp/ raw.githubusercontent.com/astral-sh/
raw.githubusercontent.com/docker/ raw.githubusercontent.com/nodenv/ raw.githubusercontent.com/microsoft/
raw.githubusercontent.com/google/ raw.githubusercontent.com/openai/ raw.githubusercontent.com/anthropics/
raw.githubusercontent.com/cli/ raw.githubusercontent.com/trufflesecurity/ raw.githubusercontent.com/dart-lang/
""")
KNOWN = _names("""
github.com githubusercontent.com githubassets.com github.dev github.blog github.io.github.com gitlab.com bitbucket.org
codeberg.org sourceforge.net gitea.com python.org pypi.org pythonhosted.org readthedocs.io readthedocs.org npmjs.com
npmjs.org nodejs.org unpkg.com jsdelivr.net cdnjs.com cdnjs.cloudflare.com esm.sh skypack.dev crates.io docs.rs
rust-lang.org golang.org go.dev proxy.golang.org rubygems.org ruby-lang.org packagist.org nuget.org maven.org
maven.apache.org apache.org eclipse.org gnu.org kernel.org debian.org ubuntu.com archlinux.org fedoraproject.org
redhat.com alpinelinux.org brew.sh conda.io anaconda.org anaconda.com conda-forge.org docker.com docker.io quay.io
ghcr.io kubernetes.io k8s.io helm.sh terraform.io hashicorp.com pulumi.com ansible.com
google.com googleapis.com googleusercontent.com gstatic.com youtube.com youtu.be android.com chromium.org web.dev
withgoogle.com cloud.google.com google.dev googlesource.com google-analytics.com googletagmanager.com golang.com
microsoft.com azure.com azure.cn windows.net visualstudio.com vscode.dev office.com office.net live.com outlook.com
sharepoint.com microsoftonline.com bing.com nuget.com typescriptlang.org msn.com skype.com linkedin.com
amazon.com amazonaws.com aws.amazon.com awsstatic.com apple.com icloud.com mozilla.org mozilla.com firefox.com
mozilla.net w3.org whatwg.org ietf.org rfc-editor.org iana.org ecma-international.org unicode.org schema.org
json-schema.org openxmlformats.org purl.org xmlsoap.org iso.org oasis-open.org opengis.net xml.org yaml.org json.org
toml.io semver.org spdx.org creativecommons.org opensource.org keepachangelog.com conventionalcommits.org choosealicense.com
openai.com chatgpt.com oaistatic.com oaiusercontent.com anthropic.com claude.ai claude.com huggingface.co hf.co
mistral.ai cohere.com cohere.ai groq.com together.ai together.xyz perplexity.ai openrouter.ai replicate.com x.ai
deepseek.com stability.ai elevenlabs.io langchain.com llamaindex.ai pinecone.io weaviate.io qdrant.tech
modelcontextprotocol.io agentskills.io cursor.com cursor.sh deepmind.com deepmind.google ai.google.dev nvidia.com
slack.com slack-edge.com discord.com discord.gg discordapp.com telegram.org t.me whatsapp.com zoom.us notion.so
notion.com atlassian.com atlassian.net jira.com trello.com asana.com linear.app airtable.com figma.com miro.com
dropbox.com box.com salesforce.com hubspot.com zendesk.com intercom.com twilio.com sendgrid.com mailchimp.com
mailgun.com mailgun.net postmarkapp.com stripe.com paypal.com squareup.com shopify.com myshopify.com wordpress.org
wordpress.com medium.com substack.com dev.to hashnode.com reddit.com twitter.com x.com facebook.com fb.com
instagram.com tiktok.com pinterest.com threads.net bsky.app mastodon.social stackoverflow.com stackexchange.com
superuser.com serverfault.com ycombinator.com wikipedia.org wikimedia.org wikidata.org arxiv.org doi.org orcid.org
crossref.org semanticscholar.org ncbi.nlm.nih.gov nih.gov nature.com science.org ieee.org acm.org springer.com
sciencedirect.com pubmed.gov europepmc.org ebi.ac.uk uniprot.org rcsb.org ensembl.org kaggle.com jupyter.org
nasa.gov noaa.gov weather.gov usgs.gov census.gov sec.gov data.gov europa.eu gov.uk who.int worldbank.org imf.org
cloudflare.com cloudflare.net fastly.com fastly.net akamai.com netlify.com vercel.com heroku.com render.com railway.app
fly.io digitalocean.com linode.com hetzner.com ovh.com supabase.com supabase.co firebase.google.com planetscale.com
neon.tech mongodb.com mongodb.net redis.io redis.com postgresql.org mysql.com mariadb.org sqlite.org elastic.co
grafana.com grafana.net prometheus.io datadoghq.com newrelic.com sentry.io sentry-cdn.com pagerduty.com opsgenie.com
circleci.com travis-ci.org travis-ci.com jenkins.io codecov.io coveralls.io sonarqube.org sonarsource.com snyk.io
shields.io badgen.net badge.fury.io img.shields.io api.star-history.com star-history.com contrib.rocks
jquery.com reactjs.org react.dev nextjs.org vuejs.org angular.io angular.dev svelte.dev tailwindcss.com getbootstrap.com
fontawesome.com fonts.googleapis.com d3js.org threejs.org p5js.org mermaid.js.org mermaid.live plantuml.com
playwright.dev pptr.dev selenium.dev cypress.io jestjs.io vitejs.dev vite.dev webpack.js.org babeljs.io eslint.org
prettier.io typescript.org deno.com djangoproject.com palletsprojects.com fastapi.tiangolo.com numpy.org scipy.org
pandas.pydata.org pydata.org matplotlib.org scikit-learn.org pytorch.org tensorflow.org keras.io spacy.io
ffmpeg.org imagemagick.org pandoc.org latex-project.org ctan.org ghostscript.com libreoffice.org openoffice.org
owasp.org mitre.org nist.gov cisa.gov cve.org first.org virustotal.com shodan.io letsencrypt.org
steampowered.com twitch.tv spotify.com soundcloud.com unsplash.com pexels.com pixabay.com giphy.com
coinbase.com binance.com kraken.com etherscan.io infura.io alchemy.com metamask.io ethereum.org solana.com bitcoin.org
coingecko.com coinmarketcap.com openstreetmap.org mapbox.com openweathermap.org open-meteo.com wttr.in ipinfo.io
exchangerate-api.com frankfurter.app alphavantage.co finance.yahoo.com yahoo.com duckduckgo.com brave.com bravesoftware.com
baidu.com alibaba.com aliyun.com aliyuncs.com tencent.com qq.com weixin.qq.com feishu.cn larksuite.com dingtalk.com
zhihu.com bilibili.com gitee.com npmmirror.com tuna.tsinghua.edu.cn yandex.ru yandex.com vk.com
""")
SHORTENERS = _names("""
bit.ly tinyurl.com goo.gl ow.ly is.gd v.gd buff.ly rebrand.ly cutt.ly shorturl.at rb.gy tiny.cc bl.ink t.ly s.id
lnkd.in t.co adf.ly shorte.st clck.ru u.to qr.ae soo.gd x.co tr.im da.gd git.io surl.li urlz.fr dub.sh short.io
""")
PASTE = _names("""
pastebin.com paste.ee pastie.org hastebin.com ghostbin.com ghostbin.co rentry.co rentry.org dpaste.com dpaste.org
paste.rs ix.io sprunge.us termbin.com 0x0.st transfer.sh file.io tmpfiles.org catbox.moe litterbox.catbox.moe
gofile.io anonfiles.com bayfiles.com controlc.com justpaste.it privatebin.net paste.mozilla.org paste.debian.net
paste.ubuntu.com bpa.st gist.githubusercontent.com gist.github.com glot.io ideone.com codepad.org pasteio.com
temp.sh bashupload.com oshi.at pixeldrain.com uguu.se filebin.net send.vis.ee wetransfer.com mediafire.com mega.nz
mega.io telegra.ph write.as snippet.host text.is cl1p.net pastes.dev hatebin.com throwbin.io zerobin.net wormhole.app
""")
CAPTURE = _names("""
webhook.site requestbin.com requestbin.net requestcatcher.com pipedream.net hookbin.com beeceptor.com mockbin.org
postb.in ptsv2.com ptsv3.com requestinspector.com webhookinbox.com hookdeck.com svix.com webhook.cool
webhook-test.com typedwebhook.tools interact.sh interactsh.com oast.fun oast.live oast.me oast.online oast.pro
oast.site burpcollaborator.net oastify.com canarytokens.com canarytokens.org dnslog.cn ceye.io dnsbin.zhack.ca
requestrepo.com xss.ht bxss.me ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev trycloudflare.com
localtunnel.me loca.lt serveo.net localhost.run lhr.life bore.pub pagekite.me tunnelmole.net tunnelto.dev
devtunnels.ms portmap.io playit.gg zrok.io pinggy.link pinggy.io smee.io httpdump.app hooks.zapier.com
discord.com/api/webhooks discordapp.com/api/webhooks api.telegram.org hooks.slack.com maker.ifttt.com
""")
FREE = _names("""
github.io gitlab.io vercel.app netlify.app pages.dev workers.dev r2.dev herokuapp.com onrender.com up.railway.app
fly.dev glitch.me replit.app repl.co replit.dev surge.sh web.app firebaseapp.com appspot.com run.app blogspot.com
sites.google.com storage.googleapis.com s3.amazonaws.com cloudfront.net azurewebsites.net blob.core.windows.net
azureedge.net azurestaticapps.net wixsite.com weebly.com webflow.io carrd.co wordpress.com 000webhostapp.com
infinityfreeapp.com freehosting.com awardspace.com byethost.com tiiny.site static.app neocities.org deno.dev
duckdns.org no-ip.org no-ip.com ddns.net hopto.org zapto.org sytes.net dynu.com afraid.org nip.io sslip.io xip.io
drive.google.com docs.google.com dl.dropboxusercontent.com dropboxusercontent.com cdn.discordapp.com
media.discordapp.net 1drv.ms onedrive.live.com supabase.co backblazeb2.com digitaloceanspaces.com wasabisys.com
gitbook.io notion.site framer.app framer.website stackblitz.io codesandbox.io csb.app hf.space streamlit.app
ipfs.io dweb.link nftstorage.link arweave.net w3s.link
""")
EXAMPLE = _names("example.com example.net example.org example.edu example invalid test")

# What look-alikes imitate: the distinctive part of a name.
BRANDS = _names("""
openai chatgpt anthropic github githubusercontent gitlab bitbucket google googleapis microsoft azure amazonaws apple
icloud paypal stripe binance coinbase metamask kraken phantom ledger trezor huggingface pypi npmjs docker cloudflare
dropbox facebook instagram whatsapp telegram discord linkedin netflix slack atlassian salesforce shopify vercel
netlify openclaw clawhub clawdhub moltbot clawdbot perplexity deepseek claude cursor nodejs python homebrew
""")
# Where the name alone, under any other ending, is a trap.
STRICT_BRANDS = _names("openai chatgpt anthropic github githubusercontent npmjs huggingface metamask coinbase binance")
BRAND_DOMAINS = _names("""
github.com githubusercontent.com openai.com anthropic.com claude.ai google.com googleapis.com microsoft.com paypal.com
pypi.org npmjs.com npmjs.org docker.com huggingface.co gitlab.com amazonaws.com apple.com cloudflare.com discord.com
telegram.org slack.com coinbase.com binance.com metamask.io python.org nodejs.org clawhub.ai openclaw.ai
""")
NOT_BRANDS = _names("""
openapi openapis openal openaq claudette apples applet goggle googol googly stick black clack flack shack smack snack
docket rocker locker dockers stripes strip strive ledge ledgers cursors curator phantoms pypy pypa azur pythons cython
jython ipython bpython mypython gitee nodes amazonia telegrams telegraph
""")
LURE_WORDS = _names("""
login signin secure security verify verification update updates auth oauth account accounts support download downloads
install installer wallet api apis cdn official help service services helpdesk billing sso portal setup release releases
static assets files storage cloud mirror proxy gateway registry packages package raw content usercontent hub app apps
team tools cli dev
""")
# One sign that looks like one or two others, in names of hosts.
CONFUSABLES = {
    "а": "a", "ɑ": "a", "α": "a", "à": "a", "á": "a", "â": "a", "ä": "a", "å": "a", "ạ": "a", "ą": "a", "ā": "a",
    "ь": "b", "Ƅ": "b", "в": "b", "с": "c", "ϲ": "c", "ç": "c", "ć": "c", "ċ": "c", "ԁ": "d", "ɗ": "d", "đ": "d",
    "е": "e", "ё": "e", "є": "e", "ε": "e", "é": "e", "è": "e", "ê": "e", "ë": "e", "ẹ": "e", "ė": "e", "ę": "e",
    "ē": "e", "ց": "g", "ɡ": "g", "ġ": "g", "ğ": "g", "һ": "h", "հ": "h", "ħ": "h", "н": "h", "і": "i", "ї": "i",
    "ι": "i", "í": "i", "ì": "i", "ï": "i", "ı": "i", "ị": "i", "ӏ": "l", "ј": "j", "ϳ": "j", "к": "k", "κ": "k",
    "ķ": "k", "ⅼ": "l", "ł": "l", "ļ": "l", "ḷ": "l", "м": "m", "ṃ": "m", "ո": "n", "п": "n", "η": "n", "ñ": "n",
    "ń": "n", "ņ": "n", "ṇ": "n", "о": "o", "ο": "o", "օ": "o", "ö": "o", "ó": "o", "ò": "o", "ô": "o", "ø": "o",
    "ọ": "o", "ō": "o", "р": "p", "ρ": "p", "ք": "p", "ԛ": "q", "գ": "q", "г": "r", "ṛ": "r", "ŗ": "r", "ѕ": "s",
    "ś": "s", "ş": "s", "ș": "s", "ṣ": "s", "š": "s", "т": "t", "τ": "t", "ţ": "t", "ț": "t", "ṭ": "t", "υ": "u",
    "ս": "u", "ü": "u", "ú": "u", "ù": "u", "ū": "u", "ụ": "u", "ν": "v", "ѵ": "v", "ԝ": "w", "ѡ": "w", "ω": "w",
    "ẉ": "w", "х": "x", "χ": "x", "у": "y", "ү": "y", "ý": "y", "ÿ": "y", "γ": "y", "ỵ": "y", "ż": "z", "ź": "z",
    "ž": "z", "ẓ": "z", "0": "o", "1": "l", "5": "s", "3": "e", "4": "a",
}  # fmt: skip
