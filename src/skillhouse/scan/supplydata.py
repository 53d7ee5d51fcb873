"""Packages that many install, whose names are imitated, and the usual places that packages come from. Plain data."""

from __future__ import annotations

__all__ = ["NEIGHBOURS", "NPM", "OFFICIAL", "PYPI"]


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


OFFICIAL = _names("""
pypi.org files.pythonhosted.org test.pypi.org pypi.python.org registry.npmjs.org registry.yarnpkg.com
npm.pkg.github.com npm.jsr.io jsr.io download.pytorch.org data.pyg.org pypi.nvidia.com wheels.vllm.ai
rubygems.org crates.io static.crates.io index.crates.io proxy.golang.org sum.golang.org repo.maven.apache.org
conda.anaconda.org
""")
PYPI = _names("""
requests numpy pandas scipy matplotlib django flask fastapi uvicorn pydantic sqlalchemy boto3 botocore urllib3
certifi setuptools cryptography pillow beautifulsoup4 selenium pytest tensorflow pytorch scikit-learn openai
anthropic langchain transformers huggingface-hub tiktoken httpx aiohttp websockets paramiko pyyaml
python-dotenv jinja2 markupsafe click typer colorama tqdm psutil lxml openpyxl python-docx python-pptx pypdf
pdfplumber reportlab redis celery gunicorn psycopg2 pymongo mysqlclient pyjwt passlib bcrypt discord.py
python-telegram-bot tweepy web3 eth-account ccxt opencv-python streamlit gradio plotly seaborn networkx sympy
nltk spacy playwright scrapy protobuf grpcio virtualenv poetry pipenv black flake8 mypy isort pre-commit
jupyter notebook ipython attrs packaging dateutil python-dateutil
""")
NPM = _names("""
express react react-dom lodash axios chalk commander moment webpack typescript eslint prettier next vue svelte
jquery request async underscore dotenv mongoose mongodb socket.io nodemon body-parser cors uuid debug yargs
inquirer ora glob rimraf mkdirp semver puppeteer playwright cheerio jsdom openai discord.js telegraf ethers
web3 bitcoinjs-lib crypto-js jsonwebtoken bcrypt bcryptjs passport redis ioredis sequelize prisma graphql
apollo-server electron vite rollup esbuild tailwindcss postcss autoprefixer babel-core cross-env cross-spawn
event-stream node-fetch undici winston colors minimist zod rxjs classnames styled-components ua-parser-js
validator nodemailer sharp jimp multer helmet fastify koa
""")
# Honest packages whose names lie close to those.
NEIGHBOURS = _names("""
preact color reacts vuex vue3 nuxt colours lodash-es requests request vite vitest next nest knex jest mocha koa
glob globs pytest pytests yarg yargs redis rediss celery celeste dotenv dotenvx pydantic pydantic-ai black
blacken flask flasks httpx httpx2 http2 attr attrs click clack typer types tqdm uuid uuid4 nltk plotly plotty
ccxt web3 mypy pypy numpy scipy sympy sharp shark async asyncs debug helmet multer muter cors core ora aura
glob2 zod zodb rxjs axios redux reduxjs express expresso moment moments jinja jinja2 boto boto3 pyyaml yaml
ruamel lxml lxmlx gunicorn pandas pandoc pillow semver server svelte underscore underscores graphql postcss
rollup fastify passport prisma webpack eslint tslint eslintrc ioredis bcrypt pbcrypt psycopg psycopg2 psycopg3
openai openapi discord discord.js discord.py paramiko uvicorn chalk inquirer python
""")
