"""The fixed words by which the rule extractor tells acts, allergies, relatives and amounts. Data.

Our own lists for English, Russian and Chinese; modest on purpose: what they don't cover is left
for a person or a model, and is not guessed.
"""

from memory.values import Per, Relation

STOPS = (
    "stopped", "stopped taking", "quit", "no longer take", "no longer takes", "no longer taking",
    "not taking", "gave up", "came off", "discontinued", "ran out of", "off",
    "перестал", "перестала", "бросил", "бросила", "больше не принимаю", "не принимаю",
    "прекратил", "прекратила", "отменили", "отменен", "отменила", "закончил принимать",
    "停了", "停用", "停服", "不再吃", "不再服用", "不吃了", "已停", "戒了",
)  # fmt: skip

STARTS = (
    "started", "began", "begun", "was prescribed", "put on", "prescribed me",
    "начал", "начала", "назначили", "выписали", "стал принимать", "стала принимать",
    "开始吃", "开始服用", "开始用", "给我开了", "开了",
)  # fmt: skip

TAKES = (
    "take", "takes", "taking", "on", "use", "uses", "using", "am on", "prescribed",
    "принимаю", "принимает", "пью", "пьет", "колю", "использую", "на",
    "吃", "服用", "在吃", "用", "打",
)  # fmt: skip

ALLERGIC = (
    "allergic", "allergy", "allergies", "anaphylaxis", "hives from", "rash from", "reacted to",
    "аллергия", "аллергии", "аллергию", "аллергик", "сыпь от", "анафилаксия", "отек квинке",
    "过敏",
)  # fmt: skip
"""Say that what is named with them is what somebody is allergic to."""

NO_ALLERGIES = (
    "no known allergies", "no allergies", "no known drug allergies", "nkda", "nka",
    "not allergic to anything", "denies allergies", "denies any allergies", "without allergies",
    "do not have any allergies", "do not have allergies",
    "аллергии нет", "аллергий нет", "нет аллергии", "нет аллергий", "без аллергий",
    "аллергию отрицает", "отрицает аллергию", "аллергоанамнез не отягощен",
    "没有过敏", "无过敏史", "无过敏", "否认过敏史", "否认过敏", "没有过敏史", "对什么都不过敏",
)  # fmt: skip

NO_CONDITIONS = (
    "no chronic conditions", "no chronic diseases", "no chronic illnesses",
    "no past medical history", "denies chronic conditions", "no medical conditions",
    "хронических заболеваний нет", "нет хронических заболеваний",
    "хронические заболевания отрицает",
    "没有慢性病", "无慢性病史", "否认慢性病史", "否认慢性病",
)  # fmt: skip

NO_MEDICINES = (
    "no medications", "no medicines", "not on any medication", "not taking any medication",
    "not taking any medicines", "do not take any medicines", "do not take any medication",
    "лекарств не принимаю", "не принимаю лекарств", "не принимаю никаких лекарств",
    "ничего не принимаю",
    "没有吃药", "不吃药", "没有服药", "未服药", "没吃什么药",
)  # fmt: skip

KIN = {
    Relation.MOTHER: ("mother", "mum", "mom", "мама", "мамы", "мать", "матери", "妈妈", "母亲"),
    Relation.FATHER: ("father", "dad", "отец", "отца", "папа", "папы", "爸爸", "父亲"),
    Relation.SISTER: ("sister", "сестра", "сестры", "姐姐", "妹妹"),
    Relation.BROTHER: ("brother", "брат", "брата", "哥哥", "弟弟"),
    Relation.DAUGHTER: ("daughter", "дочь", "дочери", "дочки", "дочка", "女儿"),
    Relation.SON: ("son", "сын", "сына", "儿子"),
    Relation.GRANDMOTHER: ("grandmother", "grandma", "бабушка", "бабушки", "奶奶", "外婆"),
    Relation.GRANDFATHER: ("grandfather", "grandpa", "дедушка", "дедушки", "дед", "деда", "爷爷",
                           "外公"),
    Relation.AUNT: ("aunt", "тетя", "тети", "阿姨", "姑姑"),
    Relation.UNCLE: ("uncle", "дядя", "дяди", "叔叔", "舅舅"),
    Relation.COUSIN: ("cousin",),
    Relation.OTHER: ("family", "relative", "relatives", "parents", "родственник", "родственника",
                     "родители", "родителей", "家人", "家里人", "亲戚"),
}  # fmt: skip

DOSE_UNITS = {
    "mg": "mg", "milligrams": "mg", "мг": "mg", "毫克": "mg",
    "g": "g", "grams": "g", "г": "g", "克": "g",
    "mcg": "µg", "µg": "µg", "μg": "µg", "micrograms": "µg", "мкг": "µg", "微克": "µg",
    "ml": "ml", "мл": "ml", "毫升": "ml",
    "units": "units", "iu": "units", "ед": "units", "единиц": "units", "单位": "units",
    "tablets": "tablet", "tablet": "tablet", "таблетки": "tablet", "таблетка": "tablet",
    "таблетку": "tablet", "таблеток": "tablet", "片": "tablet",
}  # fmt: skip
"""The unit as it is said, and as it is written."""

FREQUENCIES = {
    "once a day": (1, Per.DAY), "once daily": (1, Per.DAY), "every day": (1, Per.DAY),
    "daily": (1, Per.DAY), "twice a day": (2, Per.DAY), "twice daily": (2, Per.DAY),
    "three times a day": (3, Per.DAY), "once a week": (1, Per.WEEK), "weekly": (1, Per.WEEK),
    "один раз в день": (1, Per.DAY), "1 раз в день": (1, Per.DAY), "раз в день": (1, Per.DAY),
    "каждый день": (1, Per.DAY), "ежедневно": (1, Per.DAY), "дважды в день": (2, Per.DAY),
    "два раза в день": (2, Per.DAY), "2 раза в день": (2, Per.DAY),
    "три раза в день": (3, Per.DAY), "3 раза в день": (3, Per.DAY), "раз в неделю": (1, Per.WEEK),
    "每天一次": (1, Per.DAY), "一天一次": (1, Per.DAY), "每日一次": (1, Per.DAY),
    "每天两次": (2, Per.DAY), "一天两次": (2, Per.DAY), "每日两次": (2, Per.DAY),
    "每天三次": (3, Per.DAY), "一天三次": (3, Per.DAY), "每周一次": (1, Per.WEEK),
}  # fmt: skip
